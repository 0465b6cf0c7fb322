//! Signatures in the small host for tests: whether one can be read, and whether a reply keeps to it.

use super::{Data, Date};
use std::sync::Arc;

/// A type, as the language of signatures writes it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    Basic(&'static str),
    Named(String),
    List(Box<Form>),
    Map(Box<Form>),
    /// With each field's type as it was written.
    Fields(Vec<(String, Form, String)>),
    Texts(Vec<String>),
    Ints(Vec<i64>),
    Optional(Box<Form>),
}

pub(super) type Types = Vec<(String, Form)>;

/// What an action says that it replies.
pub(super) struct Declared {
    pub path: String,
    pub reply: Form,
    pub types: Arc<Types>,
}

const BASIC: [&str; 10] = [
    "any", "bool", "int", "double", "text", "bytes", "date", "object", "function", "nothing",
];

// MARK: replies

impl Declared {
    /// The first place where a reply is not as declared, as a sentence.
    pub fn misfit(&self, reply: &Data) -> Option<String> {
        let (mut place, types) = (String::new(), &self.types);
        let what = check(&self.reply, reply, types, &mut place)?;
        let reply = match place.as_str() {
            "" => "the reply".to_string(),
            place => format!("the reply's '{place}'"),
        };
        Some(format!(
            "{} does not keep to its signature: {reply} {what}",
            self.path
        ))
    }
}

/// A form behind names and question marks, and whether there was one of these.
fn resolve<'a>(mut form: &'a Form, types: &'a Types) -> (&'a Form, bool) {
    let mut is_optional = false;
    // No type is only itself, for a host refuses that.
    for _ in 0..=2 * types.len() {
        form = match form {
            Form::Optional(inner) => {
                is_optional = true;
                inner
            }
            Form::Named(name) => match types.iter().find(|named| named.0 == *name) {
                Some(named) => &named.1,
                None => break,
            },
            _ => break,
        };
    }
    (form, is_optional)
}

// What is wrong, of the place which `place` then is.
fn check(form: &Form, value: &Data, types: &Types, place: &mut String) -> Option<String> {
    let (form, is_optional) = resolve(form, types);
    if is_optional && *value == Data::Null {
        return None;
    }
    match (form, value) {
        (Form::List(item), Data::List(items)) => items
            .iter()
            .enumerate()
            .find_map(|(index, value)| inside(&format!("[{index}]"), place, item, value, types)),
        (Form::Map(item), Data::Map(pairs)) => pairs
            .iter()
            .find_map(|(key, value)| inside(key, place, item, value, types)),
        (Form::Fields(fields), Data::Map(pairs)) => check_fields(fields, pairs, types, place),
        _ if is_scalar(form, value) => None,
        _ => Some(format!(
            "must be {}, not {}",
            expectation(form),
            found(value, form)
        )),
    }
}

fn inside(
    key: &str,
    place: &mut String,
    form: &Form,
    value: &Data,
    types: &Types,
) -> Option<String> {
    let length = place.len();
    come_to(key, place);
    let what = check(form, value, types, place);
    if what.is_none() {
        place.truncate(length);
    }
    what
}

fn come_to(key: &str, place: &mut String) {
    if !place.is_empty() && !key.starts_with('[') {
        place.push('.');
    }
    place.push_str(key);
}

fn check_fields(
    fields: &[(String, Form, String)],
    pairs: &[(String, Data)],
    types: &Types,
    place: &mut String,
) -> Option<String> {
    for (name, value) in pairs {
        let Some((_, form, written)) = fields.iter().find(|field| field.0 == *name) else {
            return Some(format!("has the unknown key '{name}'"));
        };
        let (resolved, is_optional) = resolve(form, types);
        let takes_null = is_optional || matches!(resolved, Form::Basic("any" | "nothing"));
        if *value == Data::Null && !takes_null {
            come_to(name, place);
            return Some(format!("is missing ({written})"));
        }
        if let Some(what) = inside(name, place, form, value, types) {
            return Some(what);
        }
    }
    let missing = fields.iter().find(|(name, form, _)| {
        !resolve(form, types).1 && pairs.iter().all(|pair| pair.0 != *name)
    });
    let (name, _, written) = missing?;
    come_to(name, place);
    Some(format!("is missing ({written})"))
}

/// Whether a value that is no list and no map is of a form. A number counts as the other kind where it is exact. A day alone
/// is no moment here, for nobody makes one of it.
fn is_scalar(form: &Form, value: &Data) -> bool {
    match (form, value) {
        (Form::Basic("any"), _)
        | (Form::Basic("nothing"), Data::Null)
        | (Form::Basic("bool"), Data::Bool(_))
        | (Form::Basic("text"), Data::Text(_))
        | (Form::Basic("bytes"), Data::Bytes(_))
        | (Form::Basic("object"), Data::Object(_))
        | (Form::Basic("function"), Data::Function(_)) => true,
        (Form::Basic("int"), Data::Int(_) | Data::Double(_)) => value.read::<i64>().is_some(),
        (Form::Basic("double"), Data::Int(_) | Data::Double(_)) => value.read::<f64>().is_some(),
        (Form::Basic("date"), Data::Text(text)) => text.len() > 10 && text.parse::<Date>().is_ok(),
        (Form::Texts(texts), Data::Text(text)) => texts.contains(text),
        (Form::Ints(ints), Data::Int(_) | Data::Double(_)) => {
            value.read().is_some_and(|int: i64| ints.contains(&int))
        }
        _ => false,
    }
}

fn expectation(form: &Form) -> String {
    let all = |texts: Vec<String>| match texts.len() {
        1 => texts.concat(),
        _ => format!("one of {}", texts.join(", ")),
    };
    match form {
        Form::Basic(name @ ("int" | "object")) => format!("an {name}"),
        Form::Basic(name @ ("bool" | "double" | "function")) => format!("a {name}"),
        Form::Basic("date") => "a date like 2026-11-21T09:30:00Z".to_string(),
        Form::Basic("nothing") => "null".to_string(),
        Form::Basic(name) => name.to_string(),
        Form::List(_) => "a list".to_string(),
        Form::Map(_) | Form::Fields(_) => "a map".to_string(),
        Form::Texts(texts) => all(texts.iter().map(|text| format!("{text:?}")).collect()),
        Form::Ints(ints) => all(ints.iter().map(i64::to_string).collect()),
        Form::Named(name) => name.clone(),
        Form::Optional(inner) => expectation(inner),
    }
}

fn found(value: &Data, form: &Form) -> String {
    let kind = match value {
        Data::Null => "null",
        Data::Bool(_) => "a bool",
        // Where ints are listed, or a double can't hold it, the int is what is wrong.
        Data::Int(int) if matches!(form, Form::Ints(_) | Form::Basic("double")) => {
            return format!("the int {int}");
        }
        Data::Int(_) => "an int",
        Data::Double(_) => "a double",
        Data::Text(text) if text.len() <= 40 => return format!("the text '{text}'"),
        Data::Text(text) => return format!("a text of {} bytes", text.len()),
        Data::Bytes(_) => "bytes",
        Data::List(_) => "a list",
        Data::Map(_) => "a map",
        Data::Object(_) => "an object",
        Data::Function(_) => "a function",
    };
    kind.to_string()
}

// MARK: reading

/// The type of a signature's reply, where it says one; or from where on the text can't be read.
pub(super) fn read_signature(text: &str) -> Result<Option<Form>, String> {
    let mut reader = Reader(text);
    let read = reader.signature();
    let is_whole = read.is_some() && reader.next().is_none();
    read.filter(|_| is_whole)
        .ok_or_else(|| reader.0.to_string())
}

/// The type that a definition is, or from where on the text can't be read.
pub(super) fn read_definition(text: &str) -> Result<Form, String> {
    let mut reader = Reader(text);
    let read = reader.form();
    let is_whole = read.is_some() && reader.next().is_none();
    read.filter(|_| is_whole)
        .ok_or_else(|| reader.0.to_string())
}

/// Says which name in a form is not among the types.
pub(super) fn unknown_type(form: &Form, types: &Types) -> Option<String> {
    match form {
        Form::Named(name) if types.iter().all(|named| named.0 != *name) => {
            Some(format!("there is no type '{name}'"))
        }
        Form::List(inner) | Form::Map(inner) | Form::Optional(inner) => unknown_type(inner, types),
        Form::Fields(fields) => fields
            .iter()
            .find_map(|field| unknown_type(&field.1, types)),
        _ => None,
    }
}

/// What is left to be read.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<char> {
        self.0 = self.0.trim_start_matches([' ', '\t', '\r', '\n']);
        self.0.chars().next()
    }

    fn take(&mut self, sign: char) -> bool {
        let is_next = self.next() == Some(sign);
        if is_next {
            self.0 = &self.0[sign.len_utf8()..];
        }
        is_next
    }

    fn need(&mut self, sign: char) -> Option<()> {
        self.take(sign).then_some(())
    }

    fn word(&mut self) -> Option<&'a str> {
        let is_first = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
        self.next().filter(|letter| is_first(*letter))?;
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = self.0.find(|letter| !is_letter(letter));
        let (word, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        Some(word)
    }

    fn signature(&mut self) -> Option<Option<Form>> {
        self.need('(')?;
        if !self.take(')') {
            loop {
                self.word()?;
                self.need(':')?;
                self.form()?;
                if self.take('=') {
                    self.default()?;
                }
                if !self.take(',') {
                    break;
                }
            }
            self.need(')')?;
        }
        if !self.take('-') {
            return Some(None);
        }
        self.need('>')?;
        Some(Some(self.form()?))
    }

    fn form(&mut self) -> Option<Form> {
        let form = match self.next()? {
            '[' => self.list()?,
            '{' => self.fields()?,
            '"' => Form::Texts(self.choice(Reader::text)?),
            '-' | '0'..='9' => Form::Ints(self.choice(Reader::int)?),
            _ => {
                let word = self.word()?;
                match BASIC.iter().find(|name| **name == word) {
                    Some(name) => Form::Basic(name),
                    None => Form::Named(word.to_string()),
                }
            }
        };
        if !self.take('?') {
            return Some(form);
        }
        (self.next() != Some('?')).then(|| Form::Optional(Box::new(form)))
    }

    fn list(&mut self) -> Option<Form> {
        self.need('[')?;
        let mut item = self.form()?;
        let is_map = self.take(':');
        if is_map {
            item = self.form()?;
        }
        self.need(']')?;
        let item = Box::new(item);
        Some(if is_map {
            Form::Map(item)
        } else {
            Form::List(item)
        })
    }

    fn fields(&mut self) -> Option<Form> {
        self.need('{')?;
        let mut fields = vec![];
        if self.take('}') {
            return Some(Form::Fields(fields));
        }
        loop {
            let name = self.word()?;
            self.need(':')?;
            let start = self.0;
            let form = self.form()?;
            let written = start[..start.len() - self.0.len()].trim();
            fields.push((name.to_string(), form, written.to_string()));
            if !self.take(',') {
                break;
            }
        }
        self.need('}')?;
        Some(Form::Fields(fields))
    }

    fn choice<T>(&mut self, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut all = vec![];
        loop {
            self.next();
            all.push(one(self)?);
            if !self.take('|') {
                return Some(all);
            }
        }
    }

    fn int(&mut self) -> Option<i64> {
        let is_digit = |letter: char| letter.is_ascii_digit() || "-+.eE".contains(letter);
        let end = self.0.find(|letter| !is_digit(letter));
        let int = self.0[..end.unwrap_or(self.0.len())].parse().ok()?;
        self.0 = &self.0[end.unwrap_or(self.0.len())..];
        Some(int)
    }

    /// A text in JSON's quotes.
    fn text(&mut self) -> Option<String> {
        self.need('"')?;
        let mut text = String::new();
        loop {
            let letter = self.letter()?;
            text.push(match letter {
                '"' => return Some(text),
                '\\' => match self.letter()? {
                    letter @ ('"' | '\\' | '/') => letter,
                    'b' => '\u{8}',
                    't' => '\t',
                    'n' => '\n',
                    'f' => '\u{c}',
                    'r' => '\r',
                    'u' => self.scalar()?,
                    _ => return None,
                },
                letter => letter,
            });
        }
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.0.chars().next()?;
        self.0 = &self.0[letter.len_utf8()..];
        Some(letter)
    }

    fn scalar(&mut self) -> Option<char> {
        let first = self.unit()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(u32::from(first));
        }
        self.0 = self.0.strip_prefix("\\u")?;
        let units = [first, self.unit()?];
        char::decode_utf16(units).next()?.ok()
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = self.0.get(..4)?;
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        self.0 = &self.0[4..];
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    }

    // The JSON of a default; whether it is one of its type, the host looks at.
    fn default(&mut self) -> Option<()> {
        let (mut open, mut length) = (0, 0);
        while let Some(next) = self.next() {
            match next {
                '"' => {
                    self.text()?;
                }
                ',' | ')' | ']' | '}' if open == 0 => break,
                _ => {
                    open += i32::from("[{".contains(next)) - i32::from("]}".contains(next));
                    self.letter();
                }
            }
            length += 1;
        }
        (open == 0 && length > 0).then_some(())
    }
}
