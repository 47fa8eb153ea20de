package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"sort"
)

type Cart struct{ items []string }

func (cart *Cart) Pay(at int) string {
	sort.Slice(cart.items, func(a, b int) bool { return cart.items[a+at] < cart.items[b] })
	return cart.items[at]
}

func main() {
	cart := &Cart{items: []string{"tea", "jam"}}
	if len(os.Args) > 1 {
		defer func() {
			fmt.Printf("panic: %v\n\n%s", recover(), debug.Stack())
		}()
		cart.Pay(7)
	}
	done := make(chan string)
	go func() { done <- cart.Pay(7) }()
	<-done
}
