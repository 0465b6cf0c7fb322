public enum Base64 { static func decode(_ s: String) -> [UInt8]? { nil } }
