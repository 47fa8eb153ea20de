import { createElement } from 'react'
import { HydratedRouter as Hydrated, type HydratedRouterProps } from 'react-router/dom'
import { both } from './both.ts'
import { hooks } from './start-in-entry.ts'

// `react-router/dom` as the Vite plugin gives it to `entry.client`: its router tells of navigations, requests and errors.
export * from 'react-router/dom'

export function HydratedRouter(props: HydratedRouterProps) {
  const own = props.instrumentations ?? []
  return createElement(Hydrated, {
    unstable_fetch: hooks.fetch,
    ...props,
    instrumentations: [...new Set([...hooks.instrumentations, ...own])],
    onError: both(hooks.onError, props.onError) ?? hooks.onError,
  })
}
