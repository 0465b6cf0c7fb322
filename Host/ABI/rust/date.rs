//! Dates: moments, which go as texts where signatures say `date`.

use super::contract::Value;
use super::{Data, Item, Parameter};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment to the nanosecond, in the years 0 to 9999 of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    seconds: i64,
    nanosecond: u32,
}

/// A text is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDate;

impl fmt::Display for NoDate {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("it is no date like 2026-11-21T09:30:00Z")
    }
}

impl std::error::Error for NoDate {}

impl Date {
    pub const FIRST: Date = Date {
        seconds: -62_167_219_200,
        nanosecond: 0,
    };
    pub const LAST: Date = Date {
        seconds: 253_402_300_799,
        nanosecond: 999_999_999,
    };

    /// So long after 1970; beyond the years that there are it is the first or the last moment.
    pub fn new(seconds: i64, nanoseconds: i64) -> Date {
        let whole = i128::from(seconds) + i128::from(nanoseconds.div_euclid(1_000_000_000));
        if whole < i128::from(Date::FIRST.seconds) {
            return Date::FIRST;
        }
        if whole > i128::from(Date::LAST.seconds) {
            return Date::LAST;
        }
        Date {
            seconds: whole as i64,
            nanosecond: nanoseconds.rem_euclid(1_000_000_000) as u32,
        }
    }

    pub fn now() -> Date {
        SystemTime::now().into()
    }

    /// Whole seconds since 1970, rounded down.
    pub fn seconds(self) -> i64 {
        self.seconds
    }

    /// After the second: 0 to 999,999,999.
    pub fn nanosecond(self) -> u32 {
        self.nanosecond
    }

    /// As the system's clock has it; nothing where that can't reach so far.
    pub fn system_time(self) -> Option<SystemTime> {
        let distance = Duration::from_secs(self.seconds.unsigned_abs());
        let whole = match self.seconds {
            0.. => UNIX_EPOCH.checked_add(distance),
            _ => UNIX_EPOCH.checked_sub(distance),
        };
        whole?.checked_add(Duration::from_nanos(u64::from(self.nanosecond)))
    }
}

impl From<SystemTime> for Date {
    fn from(time: SystemTime) -> Date {
        let after = |length: Duration, sign: i64| {
            let seconds = i64::try_from(length.as_secs()).unwrap_or(i64::MAX);
            Date::new(sign * seconds, sign * i64::from(length.subsec_nanos()))
        };
        match time.duration_since(UNIX_EPOCH) {
            Ok(length) => after(length, 1),
            Err(before) => after(before.duration(), -1),
        }
    }
}

/// In UTC, with as much of a fraction as is needed: `2024-05-31T12:00:00.25Z`.
impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let (days, second) = (
            self.seconds.div_euclid(86400),
            self.seconds.rem_euclid(86400),
        );
        let (year, month, day) = calendar_day(days);
        write!(out, "{year:04}-{month:02}-{day:02}T")?;
        write!(
            out,
            "{:02}:{:02}:{:02}",
            second / 3600,
            second / 60 % 60,
            second % 60
        )?;
        if self.nanosecond > 0 {
            let fraction = format!("{:09}", self.nanosecond);
            write!(out, ".{}", fraction.trim_end_matches('0'))?;
        }
        out.write_str("Z")
    }
}

/// Reads a date and time with its offset, or a day, which is its first moment in UTC.
impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Date, NoDate> {
        Reader(text.as_bytes()).date().ok_or(NoDate)
    }
}

impl From<Date> for Data {
    fn from(date: Date) -> Data {
        Data::Text(date.to_string())
    }
}

impl Item for Date {}

impl<'a> Parameter<'a> for Date {
    const TYPE: &'static str = "date";

    fn of(value: &'a Value) -> Option<Date> {
        <&str>::of(value)?.parse().ok()
    }
}

/// What is left to be read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn date(mut self) -> Option<Date> {
        let year = self.number(4)?;
        let month = self.behind(b'-')?.number(2)?;
        let day = self.behind(b'-')?.number(2)?;
        let midnight = day_number(year, month, day)? * 86400;
        if self.0.is_empty() {
            return Some(Date::new(midnight, 0));
        }
        let hour = self.behind(b'T')?.number(2)?;
        let minute = self.behind(b':')?.number(2)?;
        let second = self.behind(b':')?.number(2)?;
        let nanoseconds = self.fraction()?;
        let ahead = self.offset()?;
        if !self.0.is_empty() || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let seconds = midnight + hour * 3600 + minute * 60 + second - ahead;
        let exists = (Date::FIRST.seconds..=Date::LAST.seconds).contains(&seconds);
        exists.then(|| Date::new(seconds, nanoseconds))
    }

    fn skip(&mut self, letter: u8) -> bool {
        let is_there = self.0.first() == Some(&letter);
        self.0 = &self.0[usize::from(is_there)..];
        is_there
    }

    fn behind(&mut self, letter: u8) -> Option<&mut Self> {
        self.skip(letter).then_some(self)
    }

    fn digit(&mut self) -> Option<i64> {
        let digit = *self.0.first().filter(|letter| letter.is_ascii_digit())?;
        self.0 = &self.0[1..];
        Some(i64::from(digit - b'0'))
    }

    fn number(&mut self, digits: usize) -> Option<i64> {
        (0..digits).try_fold(0, |number, _| Some(number * 10 + self.digit()?))
    }

    // The nanoseconds after the second, of nine digits; nothing for a point that no digit follows.
    fn fraction(&mut self) -> Option<i64> {
        if !self.skip(b'.') {
            return Some(0);
        }
        let (mut sum, mut unit) = (self.digit()? * 100_000_000, 10_000_000);
        while let Some(digit) = self.digit() {
            sum += digit * unit;
            unit /= 10;
        }
        Some(sum)
    }

    // The seconds that the clock is ahead of UTC.
    fn offset(&mut self) -> Option<i64> {
        if self.skip(b'Z') {
            return Some(0);
        }
        let sign = if self.skip(b'-') {
            -1
        } else {
            i64::from(self.skip(b'+'))
        };
        let hours = self.number(2)?;
        let minutes = self.behind(b':')?.number(2)?;
        let is_one = sign != 0 && hours < 24 && minutes < 60;
        is_one.then_some(sign * (hours * 3600 + minutes * 60))
    }
}

// Days are counted from the first of January 1970, in years that begin in March, so that the day that leaps is the last
// one, and in eras of 400 years.

fn day_number(year: i64, month: i64, day: i64) -> Option<i64> {
    let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leaps),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    let from_march = if month > 2 { year } else { year - 1 };
    let (era, in_era) = (from_march.div_euclid(400), from_march.rem_euclid(400));
    let in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719_468)
}

fn calendar_day(number: i64) -> (i64, i64, i64) {
    let days = number + 719_468;
    let (era, in_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_in_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_in_era + year_in_era / 4 - year_in_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_in_era + era * 400 + i64::from(month <= 2);
    (year, month, in_year - (153 * from_march + 2) / 5 + 1)
}
