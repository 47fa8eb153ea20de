import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { StartError } from './start-error.ts'

/**
 * Checks that every port of the stack is free.
 *
 * @throws {StartError} Naming every port that is not, with its setting.
 */
export async function checkPorts(config: Config): Promise<void> {
  const { desk, otlp, otelcol, engine, lab, clickhouse } = config
  const wanted: [setting: string, host: string, port: number][] = [
    ['ERRATA_PORT', desk.host, desk.port],
    ['ERRATA_OTLP_GRPC_PORT', otlp.host, otlp.grpcPort],
    ['ERRATA_OTLP_HTTP_PORT', otlp.host, otlp.httpPort],
    ['ERRATA_OTLP_BROWSER_PORT', otlp.browserHost, otlp.browserPort],
    ['ERRATA_OTELCOL_HEALTH_PORT', otelcol.healthHost, otelcol.healthPort],
    ['ERRATA_OTELCOL_METRICS_PORT', otelcol.metricsHost, otelcol.metricsPort],
  ]
  if (clickhouse.embedded) wanted.push(['ERRATA_ENGINE_PORT', engine.host, engine.port])
  if (clickhouse.embedded && engine.nativePort !== 0)
    wanted.push(['ERRATA_ENGINE_NATIVE_PORT', engine.host, engine.nativePort])
  if (desk.visitorPort !== undefined) wanted.push(['ERRATA_VISITOR_PORT', desk.host, desk.visitorPort])
  if (lab.enabled) wanted.push(['ERRATA_LAB_ORIGIN_PORT', desk.host, lab.originPort])

  const conflicts = await Promise.all(wanted.map(([setting, host, port]) => portConflict(setting, host, port)))
  const found = conflicts.filter(conflict => conflict !== undefined)
  if (found.length > 0) throw new StartError(found.join('\n'))
}

function portConflict(setting: string, host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken: stop what listens there, or choose another with ${setting}.`,
        EACCES: `This user may not open port ${port}: choose one above 1023 with ${setting}.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine: change the host that goes with ${setting}.`,
      }
      resolve(reasons[error.code ?? ''] ?? `Port ${port} (${setting}) cannot be opened: ${error.message}.`)
    })
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
