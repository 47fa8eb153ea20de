import { getException } from '../../../store/exceptions/get-exception.ts'
import { askStore } from '../../ask-store.server.ts'
import { readExceptionAddress } from '../../url/exception-address.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/exception.ts'
import { ExceptionFacts } from './exception-facts.tsx'
import { ExceptionContext, ExceptionStacks } from './exception-view.tsx'

/** Answers 404 for what names no exception, and for one that has expired. */
export async function loader(args: Route.LoaderArgs) {
  const address = readExceptionAddress(args.params.id)
  if (address === undefined) throw notFound('No exception can have this address: open one from a list.')
  const exception = await askStore(args, getException, address)
  if (exception === undefined) throw notFound('The store has no such exception. It may have expired.')
  return { nowMs: Date.now(), exception }
}

export default function ExceptionPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, exception } = loaderData
  const type = exception.type === '' ? 'Exception without a type' : exception.type
  return (
    <>
      <title>{`${type} · Errata`}</title>
      <div className="exception-head">
        <h1 className="break">{type}</h1>
        <p className="message">{exception.message}</p>
      </div>
      <ExceptionFacts exception={exception} nowMs={nowMs} />
      <ExceptionStacks exception={exception} />
      <ExceptionContext exception={exception} />
    </>
  )
}
