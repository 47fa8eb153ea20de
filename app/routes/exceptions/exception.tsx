import { getException } from '../../../store/exceptions/get-exception.ts'
import { askStore } from '../../ask-store.server.ts'
import { mapAtReading } from '../../stacks/map-exception.server.ts'
import { showException } from '../../stacks/show-exception.ts'
import { LongText } from '../../ui/long-text.tsx'
import { Stacktrace } from '../../ui/stacktrace.tsx'
import { exceptionPath, readExceptionAddress } from '../../url/exception-address.ts'
import { leaveOutEmpty } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { readStackChoice, stackTextPath } from '../../url/stack-view.ts'
import type { Route } from './+types/exception.ts'
import { ExceptionFacts } from './exception-facts.tsx'
import { ExceptionContext } from './exception-view.tsx'

/** Answers 404 for what names no exception, and for one that has expired. */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const address = readExceptionAddress(args.params.id)
  if (address === undefined) throw notFound('No exception can have this address: open one from a list.')
  const exception = await askStore(args, getException, address)
  if (exception === undefined) throw notFound('The store has no such exception. It may have expired.')
  const mapped = await mapAtReading(args, exception)
  return { nowMs: Date.now(), exception: showException(mapped, readStackChoice(args.url.searchParams)) }
}

export default function ExceptionPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, exception } = loaderData
  const type = exception.type === '' ? 'Exception without a type' : exception.type
  const page = exceptionPath(exception)
  return (
    <>
      <title>{`${type} · Errata`}</title>
      <div className="exception-head">
        <h1 className="break">{type}</h1>
        <LongText of={exception.message} wholeAt={stackTextPath(page, 'message')} />
      </div>
      <ExceptionFacts exception={exception} nowMs={nowMs} />
      <Stacktrace stack={exception.stack} page={page} release={exception.release} />
      <ExceptionContext exception={exception} />
    </>
  )
}
