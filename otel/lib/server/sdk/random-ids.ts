import { randomFillSync } from 'node:crypto'
import type { IdGenerator } from '@opentelemetry/sdk-trace-base'

const pool = Buffer.allocUnsafe(4_096)
let digits = ''
let usedDigits = 0

/** Cut from digits that are made for hundreds of ids at once: the SDK's own generator asks the platform for each, which was a fifth of a span. */
function takeDigits(count: number): string {
  if (usedDigits + count > digits.length) {
    digits = randomFillSync(pool).toString('hex')
    usedDigits = 0
  }
  usedDigits += count
  return digits.slice(usedDigits - count, usedDigits)
}

/** Span and trace ids; one of zeros alone, which is no id, is as likely as two that are the same. */
export const randomIds: IdGenerator = {
  generateTraceId: () => takeDigits(32),
  generateSpanId: () => takeDigits(16),
}
