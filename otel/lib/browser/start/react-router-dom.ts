import { createElement, useEffect } from 'react'
import { HydratedRouter as Hydrated, type HydratedRouterProps } from 'react-router/dom'
import { callBoth } from './call-both.ts'
import { hooks } from './start-in-entry.ts'

// `react-router/dom` as the Vite plugin provides it to `entry.client`: its router reports navigations, requests and errors.
export * from 'react-router/dom'

export function HydratedRouter(props: HydratedRouterProps) {
  const { instrumentations: own = [], onError } = props
  const instrumentations = [...new Set([...hooks.instrumentations, ...own])]
  useEffect(hooks.watch, [])
  return createElement(Hydrated, {
    unstable_fetch: hooks.fetch,
    ...props,
    instrumentations,
    // Its name from 7.9.5 to 7.14.
    ...{ unstable_instrumentations: instrumentations },
    onError: callBoth(hooks.onError, onError) ?? hooks.onError,
  })
}
