import { readScreenError, type ScreenError } from '@errata/otel/react-router'
import { isRouteErrorResponse } from 'react-router'
import { ErrorScreen } from './error-screen.tsx'
import { invalidFiltersIn } from './invalid-filters.tsx'
import { outageIn } from './outage.ts'
import { BadRequestPage, ForbiddenPage, InvalidFiltersPage, NotFoundPage, OutagePage } from './response-pages.tsx'

interface ErrorPageProps {
  readonly error: unknown
  /** Whether visitors may see the state of a digest. */
  readonly hasVisitorPage: boolean
}

/**
 * The page for anything that a route threw: responses below 500 and declared outages have their own text, everything else is an exception.
 */
export function ErrorPage({ error, hasVisitorPage }: ErrorPageProps) {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return <NotFoundPage what={readMessage(error.data, 'notFound')} />
    const why = readMessage(error.data, 'forbidden')
    if (why !== undefined) return <ForbiddenPage why={why} />
    const outage = outageIn(error.data)
    if (outage !== undefined) return <OutagePage outage={outage} />
    const filterErrors = invalidFiltersIn(error.data)
    if (filterErrors.length > 0) return <InvalidFiltersPage filterErrors={filterErrors} />
    if (error.status < 500) return <BadRequestPage fault={`${error.status} ${error.statusText}`} />
  }
  return (
    <ErrorScreen
      error={import.meta.env.MODE === 'development' ? withDevelopmentDetails(error) : readScreenError(error)}
      hasVisitorPage={hasVisitorPage}
    />
  )
}

/** In development a client-side error is shown as it was thrown. */
function withDevelopmentDetails(error: unknown): ScreenError {
  const screen = readScreenError(error)
  if (screen.development !== undefined || !(error instanceof Error)) return screen
  return { ...screen, development: { message: String(error), stack: error.stack } }
}

function readMessage(body: unknown, name: string): string | undefined {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof text === 'string' ? text : undefined
}
