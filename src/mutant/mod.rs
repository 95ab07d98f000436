//! stub
use crate::rule::RuleId;
use crate::subject::Implementation;
/// m
#[derive(Debug)]
pub struct Mutant {
    /// a
    pub id: &'static str,
    /// b
    pub rule: RuleId,
    /// c
    pub about: &'static str,
    make: fn() -> Box<dyn Implementation>,
}
/// all
pub fn all() -> impl Iterator<Item = &'static Mutant> {
    [].into_iter()
}
impl Mutant {
    /// d
    pub fn domain(&self) -> &'static str {
        ""
    }
    /// s
    pub fn subject(&self) -> Box<dyn Implementation> {
        (self.make)()
    }
}
impl Implementation for Box<dyn Implementation> {
    fn hello(&self) -> crate::subject::Hello {
        self.as_ref().hello()
    }
    fn call(&mut self, request: &crate::subject::Request) -> crate::subject::Reply {
        self.as_mut().call(request)
    }
}
