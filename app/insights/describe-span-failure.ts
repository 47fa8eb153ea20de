import { readConvention } from '../../store/schema/conventions.ts'
import type { Span } from '../../store/traces/list-spans.ts'
import { clipLine } from '../format/clip.ts'
import { pluralize } from '../format/count.ts'

/**
 * Why a span counts as failed whose HTTP status does not say it: `2 GraphQL errors`, `gRPC INTERNAL`, `failed after answering 200`, else the
 * type of its error.
 *
 * @returns '' if the span has not failed, if its HTTP status says why, and if nothing does.
 */
export function describeSpanFailure(
  span: Pick<Span, 'failed' | 'answer' | 'attributes' | 'isLocalRoot' | 'status'>,
): string {
  const { failed, answer, attributes, isLocalRoot, status } = span
  if (!failed || answer >= 400) return ''
  const told = (meaning: Parameters<typeof readConvention>[0]) => readConvention(meaning, { attributes })
  if (told('graphqlType') || told('graphqlName') || attributes['graphql.field.path']) {
    const count = Number(told('graphqlErrors'))
    return count > 0 ? pluralize(count, 'GraphQL error') : 'GraphQL error'
  }
  const code = told('rpcStatus').toUpperCase()
  if (code !== '' && code !== '0' && code !== 'OK') return `gRPC ${GRPC_CODES[Number(code)] ?? clipLine(code, 40)}`
  if (isLocalRoot && answer > 0 && status === 'Error') return `failed after answering ${answer}`
  return clipLine(attributes['error.type'] ?? '', 60)
}

/** By number, as https://grpc.io/docs/guides/status-codes/ has them. */
const GRPC_CODES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]
