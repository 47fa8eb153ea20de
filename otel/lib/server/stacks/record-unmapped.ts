import { type Counter, metrics } from '@opentelemetry/api'
import type { UnmappedReason } from './stack-mapper.ts'

/** Counts stacks that stayed unmapped although there may be maps. The counter is created by the first of them. */
export function unmappedRecorder(scope: { readonly name: string; readonly version: string }) {
  let unmapped: Counter | undefined
  return (count: number, reason: UnmappedReason) => {
    unmapped ??= metrics.getMeter(scope.name, scope.version).createCounter('errata.stack.unmapped_stacks', {
      unit: '{stack}',
      description: 'Stack traces that were sent unmapped, because mapping them would have exceeded the limits.',
    })
    unmapped.add(count, { reason })
  }
}
