import { processDetector, type ResourceDetector } from '@opentelemetry/resources'

const keptAttributes = new Set([
  'process.pid',
  'process.executable.name',
  'process.runtime.name',
  'process.runtime.version',
  'process.runtime.description',
])

/**
 * The stock process detector without command line, paths and owner: a command line may contain a password, and the resource is stored with
 * every row.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/resource/process/
 */
export const safeProcessDetector: ResourceDetector = {
  detect() {
    const { attributes = {} } = processDetector.detect()
    return { attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => keptAttributes.has(name))) }
  },
}
