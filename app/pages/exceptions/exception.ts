import { redirect } from 'react-router'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { query } from '../../data/query.ts'
import { findEventPath } from '../../parts/event/event-path.server.ts'
import { parseExceptionAddress } from '../../url/exception-path.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/exception.ts'

/** Redirects to the exception's issue, with the exception selected. Answers 404 for an invalid address and for an expired exception. */
export async function loader(args: Route.LoaderArgs) {
  const address = parseExceptionAddress(args.params.id)
  if (address === undefined) throw notFound('No exception has this address. Open one from a list.')
  const exception = await query(args, getException, address)
  if (exception === undefined) throw notFound('This exception is not stored. It may have expired.')
  throw redirect(await findEventPath(args, exception))
}

/** Never rendered, because the loader redirects. Without a component a browser's navigation would be answered with data. */
export default function ExceptionPage() {
  return null
}
