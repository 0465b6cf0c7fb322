struct Book {}
