import type { ReactNode } from 'react'
import type { HydrationOptions, Root } from 'react-dom/client'
import * as client from 'react-dom/client'
import { callBoth } from './call-both.ts'
import { hooks } from './start-in-entry.ts'

// `react-dom/client` as the Vite plugin provides it to `entry.client`: its root reports what React caught. Not with `export *`, which
// Vite's development server does not support for CommonJS.
export const { createRoot } = client
/** Undefined before React 19. */
export const version: unknown = Reflect.get(client, 'version')

export function hydrateRoot(container: Element | Document, children: ReactNode, options: HydrationOptions = {}): Root {
  const ours = hooks.rootOptions
  return client.hydrateRoot(container, children, {
    ...options,
    ...optionIfDefined('onCaughtError', callBoth(ours.onCaughtError, options.onCaughtError)),
    ...optionIfDefined('onUncaughtError', callBoth(ours.onUncaughtError, options.onUncaughtError)),
    ...optionIfDefined('onRecoverableError', callBoth(ours.onRecoverableError, options.onRecoverableError)),
  })
}

// For `import ReactDOM from 'react-dom/client'`.
export default { createRoot, hydrateRoot }

/** React treats an option that is undefined as given. */
const optionIfDefined = <K extends string, V>(name: K, value: V | undefined) =>
  value === undefined ? {} : { [name]: value }
