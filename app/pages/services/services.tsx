import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { lazySection } from '../../parts/lazy-section.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import type { Route } from './+types/services.ts'
import { queryServiceMap, queryServices } from './query-services.server.ts'
import { readServiceFilters, servicesPath } from './service-filters.ts'
import { ServiceTable } from './service-table.tsx'

const lazyServiceMap = lazySection(async () => (await import('./service-map.tsx')).ServiceMap)

/** Answers 400 without a query if a filter is invalid. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters, range, listFilters } = readPage(args, readServiceFilters)
  const asked = { range, nowMs: asOfMs, listFilters }
  const waitMs = await deferredWaitMs({ ...args, nowMs })
  if (filters.show === 'map') await lazyServiceMap.ready()
  const parts =
    filters.show === 'map'
      ? await awaitUpTo(waitMs, { map: tryQuery(args, queryServiceMap, asked, cached) })
      : await awaitUpTo(waitMs, { services: tryQuery(args, queryServices, { ...asked, sort: filters.sort }, cached) })
  return { nowMs, filters, parts }
}

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, parts } = loaderData
  const { sort: _sort, show, ...scope } = filters
  const [params] = useSearchParams()
  return (
    <>
      <title>Services · Errata</title>
      <div className="page-head">
        <h1>Services</h1>
        <p className="muted">
          {`${describeTimeRange(filters)}, vs previous period${show === 'list' && filters.sort === '-change' ? ', risen error rates first, then the others by error rate' : ''}`}
        </p>
        <nav className="tabs" aria-label="View">
          <Link to={servicesPath({ ...scope })} aria-current={show === 'list' ? 'page' : undefined}>
            List
          </Link>
          <Link to={servicesPath({ ...scope, show: 'map' })} aria-current={show === 'map' ? 'page' : undefined}>
            Map
          </Link>
        </nav>
      </div>
      {'map' in parts ? (
        <DeferredSection result={parts.map} name="Service map" holds="screen">
          {answer => (
            <Suspense>
              <lazyServiceMap.Section map={answer} scope={scope} />
            </Suspense>
          )}
        </DeferredSection>
      ) : (
        <DeferredSection result={parts.services} name="Services" holds="table">
          {({ services, total }) =>
            services.length === 0 ? (
              <EmptyState title="No services">
                <p>No service sent spans or exceptions in this time range. Choose a longer one.</p>
              </EmptyState>
            ) : (
              <ServiceTable services={services} total={total} filters={filters} nowMs={nowMs} />
            )
          }
        </DeferredSection>
      )}
      <p className="muted small section">
        <OwnTrafficNotice params={params} />
      </p>
    </>
  )
}
