//! A chain of three classes, and an unrelated one.

use tvm_ffi::prelude::*;

/// The root class.
#[tvm_ffi::object("e2e.Animal", init, repr)]
#[derive(Debug)]
struct Animal {
    /// The name.
    #[field]
    name: String,
    #[field(default = 4)]
    legs: i64,
}

#[tvm_ffi::methods]
impl Animal {
    fn greeting(&self) -> String {
        format!("I am {} on {} legs", self.name, self.legs)
    }

    #[staticmethod]
    fn kingdom() -> &'static str {
        "animals"
    }
}

/// The middle class, with its own constructor.
#[tvm_ffi::object("e2e.Dog", extends = Animal, repr)]
#[derive(Debug)]
struct Dog {
    #[base]
    animal: Animal,
    #[field]
    tricks: Vec<String>,
}

#[tvm_ffi::methods]
impl Dog {
    #[init]
    fn new(name: String, #[default(Vec::new())] tricks: Vec<String>) -> Self {
        Self { animal: Animal { name, legs: 4 }, tricks }
    }

    fn trick(&self, index: usize) -> Result<&str> {
        match self.tricks.get(index) {
            Some(trick) => Ok(trick),
            None => bail!(IndexError, "{} knows {} tricks", self.animal.name, self.tricks.len()),
        }
    }
}

/// The last class.
#[tvm_ffi::object("e2e.Puppy", extends = Dog, final)]
struct Puppy {
    #[base]
    dog: Dog,
    #[field]
    weeks: u32,
}

#[tvm_ffi::methods]
impl Puppy {
    #[init]
    fn new(name: String, weeks: u32) -> Self {
        Self { dog: Dog::new(name, vec!["nap".to_owned()]), weeks }
    }
}

/// The constructor comes from the fields, those of the parent first.
#[tvm_ffi::object("e2e.Bird", extends = Animal, init)]
struct Bird {
    #[base]
    animal: Animal,
    #[field]
    wings: i64,
    #[field(default = true)]
    flies: bool,
}

#[tvm_ffi::methods]
impl Bird {
    fn describe(&self) -> String {
        format!("{} with {} wings", self.animal.greeting(), self.wings)
    }
}

/// Takes any animal, borrowed.
#[tvm_ffi::export]
fn name_of(animal: &Animal) -> String {
    animal.name.clone()
}

/// Takes any animal, shared.
#[tvm_ffi::export]
fn keep_animal(animal: Ref<Animal>) -> Ref<Animal> {
    animal
}

/// Takes dogs and puppies.
#[tvm_ffi::export]
fn count_tricks(dogs: Vec<Ref<Dog>>) -> usize {
    dogs.iter().map(|dog| dog.tricks.len()).sum()
}

/// What an animal is, if it is a dog.
#[tvm_ffi::export]
fn as_dog(animal: Ref<Animal>) -> Option<Ref<Dog>> {
    Ref::downcast::<Dog>(animal).ok()
}

/// Upcasts to the root, and downcasts again.
#[tvm_ffi::export]
fn up_and_down(puppy: Ref<Puppy>) -> Result<Ref<Puppy>> {
    let dog: Ref<Dog> = Ref::upcast(puppy.clone());
    let animal: Ref<Animal> = Ref::upcast(puppy);
    ensure!(animal.name == dog.animal.name, "another animal");
    let object: ObjectRef = animal.into();
    ensure!(object.is::<Dog>() && object.is::<Animal>() && !object.is::<Bird>(), "another class");
    match object.downcast::<Puppy>() {
        Ok(puppy) => Ok(puppy),
        Err(object) => bail!("a {}", object.type_key()),
    }
}
