import type { ReactNode } from 'react'
import type { HydrationOptions, Root } from 'react-dom/client'
import * as client from 'react-dom/client'
import { both } from './both.ts'
import { hooks } from './start-in-entry.ts'

// `react-dom/client` as the Vite plugin gives it to `entry.client`: its root tells what React caught.
// Not by `export *`, which Vite's development server cannot do of CommonJS.
export const { createRoot } = client
/** Undefined before React 19. */
export const version: unknown = Reflect.get(client, 'version')

export function hydrateRoot(container: Element | Document, children: ReactNode, options: HydrationOptions = {}): Root {
  const ours = hooks.rootOptions
  return client.hydrateRoot(container, children, {
    ...options,
    ...given('onCaughtError', both(ours.onCaughtError, options.onCaughtError)),
    ...given('onUncaughtError', both(ours.onUncaughtError, options.onUncaughtError)),
    ...given('onRecoverableError', both(ours.onRecoverableError, options.onRecoverableError)),
  })
}

// For `import ReactDOM from 'react-dom/client'`.
export default { createRoot, hydrateRoot }

/** React takes an option that is there and undefined for one that was given. */
const given = <K extends string, V>(name: K, value: V | undefined) => (value === undefined ? {} : { [name]: value })
