import { getException } from '../../../store/exceptions/get-exception.ts'
import { query } from '../../data/query.ts'
import { mapStoredException } from '../../data/stack-maps/map-exception.ts'
import { textResponse } from '../../http/text-response.ts'
import { textFormatCodecs } from '../../parts/stack-trace/stack-view.ts'
import { writeException } from '../../parts/stack-trace/write-exception.ts'
import { readFilters } from '../../url/codec.ts'
import { parseExceptionAddress } from '../../url/exception-path.ts'
import type { Route } from './+types/exception-text.ts'

/** An exception as text, to copy or save. */
export async function loader(args: Route.LoaderArgs) {
  const { filters, filterErrors } = readFilters(textFormatCodecs, args.url.searchParams)
  const [fault] = filterErrors
  if (fault !== undefined) return textResponse(`${fault.message}\n`, 400)
  const address = parseExceptionAddress(args.params.id)
  const exception = address && (await query(args, getException, address))
  if (exception === undefined) return textResponse('Exception not found. It may have expired.\n', 404)
  const isWhole = filters.as === 'raw' || filters.as === 'message'
  return textResponse(writeException(isWhole ? exception : await mapStoredException(args, exception), filters.as), 200)
}
