import { redirect } from 'react-router'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { query } from '../../server/query.ts'
import { parseExceptionAddress } from '../../url/exception-path.ts'
import { notFound } from '../../url/not-found.ts'
import { findEventPath } from '../event/event-path.server.ts'
import type { Route } from './+types/exception.ts'

/** Redirects to the exception's issue, with the exception selected. Answers 404 for what names no exception, and for one that has expired. */
export async function loader(args: Route.LoaderArgs) {
  const address = parseExceptionAddress(args.params.id)
  if (address === undefined) throw notFound('No exception has this address. Open one from a list.')
  const exception = await query(args, getException, address)
  if (exception === undefined) throw notFound('This exception is not stored. It may have expired.')
  throw redirect(await findEventPath(args, exception))
}

/** Never rendered: the loader answers for it. A route without a component would answer a browser's navigation with data. */
export default function ExceptionPage() {
  return null
}
