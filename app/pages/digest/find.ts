import { redirect } from 'react-router'
import { query } from '../../data/query.ts'
import { lookUp } from '../../parts/look-up/look-up.server.ts'
import { parseLookUp } from '../../url/look-up.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Route } from './+types/find.ts'

/** Redirects from the look-up box. */
export async function loader(args: Route.LoaderArgs) {
  const asked = parseLookUp(args.url.searchParams.get('q'))
  if (asked.text === '') return redirect(scopedPath('/issues', args.url.searchParams))
  const { page } = await query(args, lookUp, asked)
  return redirect(scopedPath(page, args.url.searchParams))
}
