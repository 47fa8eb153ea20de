import type { RefusedRequests } from '../../../store/pipeline/list-refused-requests.ts'
import { pluralize } from '../../format/count.ts'

/** The limit in collector-limits.yaml. */
export const MAX_REQUEST_MIB = 4

const LIMITS: Readonly<Record<RefusedRequests['protocol'], string>> = {
  http: `above ${MAX_REQUEST_MIB} MiB (max_request_body_size), or malformed`,
  grpc: `above ${MAX_REQUEST_MIB} MiB (max_recv_msg_size_mib)`,
}

/** Says in a sentence how many requests met which limit. */
export function describeRefusedRequests(refused: readonly RefusedRequests[]): string {
  const told = refused.map(({ protocol, reason, requests }) => {
    const by = protocol === 'http' ? 'HTTP' : 'gRPC'
    return `${pluralize(requests, 'request')} over ${by} ${reason === 'large' ? LIMITS[protocol] : 'without a valid token'}`
  })
  return `Collectors refused for good: ${told.join('; ')}.`
}

/** Says what to do about them; '' without any. */
export function adviseSenders(refused: readonly RefusedRequests[]): string {
  const has = (wanted: RefusedRequests['reason']) => refused.some(({ reason }) => reason === wanted)
  return [
    ...(has('large')
      ? [
          `Senders do not send a request of more than ${MAX_REQUEST_MIB} MiB, unpacked, again: let them make smaller ones, an agent Collector by sending_queue: { batch: { sizer: bytes, max_size: 4000000 } } of its exporter, an SDK by OTEL_BSP_MAX_EXPORT_BATCH_SIZE and OTEL_BLRP_MAX_EXPORT_BATCH_SIZE.`,
        ]
      : []),
    ...(has('token') ? ['Tokens of senders are in the file that ERRATA_OTLP_TOKENS names.'] : []),
  ].join(' ')
}

/** Requests that had telemetry which is lost. */
export const countTooLarge = (refused: readonly RefusedRequests[]): number =>
  refused.reduce((sum, { reason, requests }) => (reason === 'large' ? sum + requests : sum), 0)
