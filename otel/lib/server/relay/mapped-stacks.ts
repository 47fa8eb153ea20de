import { diagnoseOnce, guard } from '../../guard.ts'
import { mapExceptions } from '../stacks/map-exceptions.ts'
import { processMapper } from '../stacks/stack-mapper.ts'
import { readJsonLogs } from './logs-body.ts'
import { markExtensionErrors } from './mark-extension-errors.ts'
import type { OtlpBody } from './otlp-body.ts'

/** The limit of a Collector's receiver for browsers, see collector-limits.yaml: a body that has become larger is sent unmapped. */
const maxMappedBytes = 524_288

/**
 * Maps the stacks of the exceptions in a logs body with the app's source maps, and marks those of browser extensions.
 *
 * @param origins Possible origins of the page's scripts.
 * @returns The unchanged body if it has no exception.
 */
export async function withMappedStacks(received: OtlpBody, origins: readonly string[]): Promise<OtlpBody['body']> {
  const mark = () => guard('exceptions of browser extensions', () => markExtensionErrors(received.json)) ?? false
  const body = mark() ? new TextEncoder().encode(JSON.stringify(received.json)) : received.body
  const mapper = processMapper.get()
  if (mapper === undefined) return body
  const logs = guard('stacks of browsers', () => readJsonLogs(received.json))
  if (logs === undefined || logs.exceptions.length === 0) return body
  try {
    await mapExceptions(logs.exceptions, { side: 'browser', origins, release: logs.release }, mapper)
    // Only now it is known which frames are those of our own wrappers.
    mark()
    const mapped = logs.encode()
    if (mapped.byteLength <= maxMappedBytes) return mapped
  } catch (error) {
    diagnoseOnce('stacks of browsers', error)
  }
  return body
}
