import { getException } from '../../../store/exceptions/get-exception.ts'
import { mapAtReading } from '../../server/map-exception.ts'
import { query } from '../../server/query.ts'
import { asText } from '../../server/text-response.ts'
import { writeException } from '../../stacks/write-exception.ts'
import { readFilters } from '../../url/codec.ts'
import { readExceptionAddress } from '../../url/exception-path.ts'
import { formCodecs } from '../../url/stack-view.ts'
import type { Route } from './+types/exception-text.ts'

/** An exception as text, to copy or to save. */
export async function loader(args: Route.LoaderArgs) {
  const { filters, faults } = readFilters(formCodecs, args.url.searchParams)
  const [fault] = faults
  if (fault !== undefined) return asText(`${fault.words}\n`, 400)
  const address = readExceptionAddress(args.params.id)
  const exception = address && (await query(args, getException, address))
  if (exception === undefined) return asText('The store has no such exception. It may have expired.\n', 404)
  const isWhole = filters.as === 'raw' || filters.as === 'message'
  return asText(writeException(isWhole ? exception : await mapAtReading(args, exception), filters.as), 200)
}
