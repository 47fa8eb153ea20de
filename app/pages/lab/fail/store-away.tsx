import { getScopeChoices } from '../../../../store/services/get-scope-choices.ts'
import { openStore, type Store } from '../../../../store/store.ts'
import { query } from '../../../data/query.ts'
import type { Route } from './+types/store-away.ts'

/** Nothing listens on the discard port. */
const NOWHERE = { url: 'http://127.0.0.1:9', user: 'default', password: '' }

export async function loader(args: Route.LoaderArgs) {
  await query(args, queryNowhere, undefined)
  return null
}

async function queryNowhere(_: Store, __: undefined, signal?: AbortSignal): Promise<void> {
  await using store = openStore(NOWHERE)
  await getScopeChoices(store, { range: { from: 0n, to: 1n } }, signal)
}

export default function StoreAwayCase() {
  return null
}
