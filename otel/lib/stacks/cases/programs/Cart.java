package com.shop;

import java.util.List;

public class Cart {
  static class Door implements AutoCloseable {
    public void close() {
      throw new IllegalStateException("the door is stuck");
    }
  }

  static int price(String item) {
    return Integer.parseInt(item);
  }

  static void pay(List<String> items) {
    try (Door door = new Door()) {
      items.forEach(item -> price(item));
    } catch (NumberFormatException error) {
      throw new RuntimeException("no price\nask the shop", error);
    }
  }

  public static void main(String[] arguments) {
    pay(List.of("tea"));
  }
}
