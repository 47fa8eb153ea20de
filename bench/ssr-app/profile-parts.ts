import { type Profiler, Session } from 'node:inspector/promises'

/** Which part of the process a script belongs to; the first match counts. */
const parts: readonly (readonly [part: string, script: RegExp])[] = [
  ['export', /@opentelemetry[\\/](otlp|exporter)|server[\\/]export[\\/]/],
  [
    'logs',
    /@opentelemetry[\\/](sdk-logs|api-logs)|node_modules[\\/](pino|sonic-boom|thread-stream)|server[\\/]logs[\\/]/,
  ],
  ['spans', /@opentelemetry[\\/](sdk-trace|api|core|context|resources|sdk-node|semantic)/],
  ['metrics', /@opentelemetry[\\/]sdk-metrics/],
  ['instrumentations', /@opentelemetry[\\/]|import-in-the-middle|require-in-the-middle/],
  ['own', /otel[\\/]dist[\\/]/],
  ['app', /^(file:)?[\\/]/],
]

/** Microseconds of the main thread by part, summed over the time between the two calls. */
export type MicrosecondsByPart = Readonly<Record<string, number>>

export async function startProfile(): Promise<() => Promise<MicrosecondsByPart>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 250 })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return spentBy(profile)
  }
}

/** A sample counts for the running script, or for its caller if that is Node's own code. */
function spentBy({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): MicrosecondsByPart {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(node => (node.children ?? []).map(child => [child, node.id] as const)))
  const partOfFrame = (id: number | undefined): string => {
    const frame = id === undefined ? undefined : byId.get(id)?.callFrame
    if (frame === undefined) return 'node'
    if (frame.functionName === '(idle)') return 'idle'
    if (frame.functionName === '(garbage collector)') return 'garbage'
    return parts.find(([, script]) => script.test(frame.url))?.[0] ?? partOfFrame(parentOf.get(id ?? 0))
  }
  const spent: Record<string, number> = {}
  for (const [i, sample] of samples.entries()) {
    const part = partOfFrame(sample)
    spent[part] = (spent[part] ?? 0) + (timeDeltas[i] ?? 0)
  }
  return spent
}
