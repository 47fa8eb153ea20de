<?php

namespace Shop;

class Cart
{
    public function price(string $item): int
    {
        throw new \DomainException("no price for $item");
    }

    public function pay(array $items): array
    {
        try {
            return array_map(fn ($item) => $this->price($item), $items);
        } catch (\DomainException $error) {
            throw new \RuntimeException("it failed\nask the shop", 7, $error);
        }
    }
}

try {
    (new Cart())->pay(['tea']);
} catch (\RuntimeException $error) {
    echo $error;
}
