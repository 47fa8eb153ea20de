use std::backtrace::Backtrace;

mod cart {
    pub struct Cart {
        pub items: Vec<&'static str>,
    }

    impl Cart {
        pub fn pay(&self, at: usize) -> usize {
            self.items.iter().map(|item| self.price(item, at)).sum()
        }

        fn price(&self, item: &str, at: usize) -> usize {
            item.len() + self.items[at].len()
        }
    }
}

trait Payment {
    fn pay(&self) -> std::io::Result<String>;
}

struct Card;

impl Payment for Card {
    fn pay(&self) -> std::io::Result<String> {
        std::fs::read_to_string("/srv/shop/no-card")
    }
}

fn main() {
    let cart = cart::Cart { items: vec!["tea", "jam"] };
    match std::env::args().nth(1).as_deref() {
        Some("unwrap") => println!("{}", Card.pay().unwrap()),
        // As `anyhow` writes what it caught.
        Some("captured") => println!("Error: no card\n\nStack backtrace:\n{}", Backtrace::force_capture()),
        Some("long") => panic!("no price\nask the shop"),
        _ => println!("{}", std::thread::spawn(move || cart.pay(7)).join().is_err()),
    }
}
