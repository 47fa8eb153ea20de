import { afterEach, beforeEach, expect } from 'vitest'

const original = console.error
let printed: unknown[][] = []

beforeEach(() => {
  printed = []
  console.error = (...args: unknown[]) => {
    printed.push(args)
    original(...args)
  }
})

afterEach(() => {
  console.error = original
  expect(printed, 'console.error was called during the test').toEqual([])
})
