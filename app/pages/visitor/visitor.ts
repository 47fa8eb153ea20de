import { findDigestState } from '../../../store/digests/find-digest-state.ts'
import { nsOfMs } from '../../../store/units.ts'
import { tryQuery } from '../../data/query.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import type { Route } from './+types/visitor.ts'
import { VISITOR_CONTENT_SECURITY_POLICY, writeVisitorPage } from './write-visitor-page.server.ts'

/**
 * The visitor's page: public, without scripts, and without the app's layout. server/guards/visitor-page.ts limits its paths and its rate.
 */
export async function loader(args: Route.LoaderArgs) {
  const told = await tryQuery(args, findDigestState, {
    digest: decodePathSegment(args.params.digest),
    nowNs: nsOfMs(Date.now()),
  })
  const isKnown = 'answer' in told
  return new Response(writeVisitorPage(isKnown ? told.answer : undefined), {
    status: isKnown ? 200 : 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': VISITOR_CONTENT_SECURITY_POLICY,
      'cache-control': 'no-store',
      ...(isKnown ? {} : { 'retry-after': '60' }),
    },
  })
}
