import { writeExactJson } from '../format/exact-json.ts'
import type { QueryResult } from '../ui/feedback/outage.ts'

/** Answers an address that a part of a page is loaded from later, for `fetchPart`: the answer, or with its HTTP status the outage. */
export function partResponse(result: QueryResult<unknown>): Response {
  return new Response(writeExactJson(result), {
    status: 'answer' in result ? 200 : result.outage.httpStatus,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
