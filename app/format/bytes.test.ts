import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [1_023, '1023 B'],
  [1_024, '1.00 KiB'],
  [1_536, '1.50 KiB'],
  [100_663_296, '96.0 MiB'],
  [1_073_741_823, '1.00 GiB'],
  [268_435_456, '256 MiB'],
])('%s bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
