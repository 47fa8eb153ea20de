import { redirect } from 'react-router'
import { getDigestRecord } from '../../../store/digests/get-digest-record.ts'
import { askStore } from '../../ask-store.server.ts'
import { readLookUp } from '../../url/look-up.ts'
import type { Route } from './+types/find.ts'

/** Where the look-up box leads: to what a digest or a trace id stands for, or to the exceptions that contain a text. */
export async function loader(args: Route.LoaderArgs) {
  const lookUp = readLookUp(args.url.searchParams.get('q'))
  switch (lookUp.kind) {
    case 'nothing':
      return redirect('/exceptions')
    case 'trace':
      return redirect(`/digest/${lookUp.traceId}`)
    case 'digest':
      return redirect(`/digest/${lookUp.digest}`)
    case 'text': {
      const digest = lookUp.perhapsDigest
      const record = digest === undefined ? undefined : await askStore(args, getDigestRecord, { digest })
      if (record !== undefined) return redirect(`/digest/${record.digest}`)
      return redirect(`/exceptions?${new URLSearchParams({ last: '14d', q: lookUp.text })}`)
    }
  }
}
