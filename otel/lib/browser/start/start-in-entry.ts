import { type BrowserHooks, startBrowser } from '../browser.ts'
import type { BrowserOptions } from '../entry/options.ts'

/** Replaced at build by the Vite plugin. */
declare const __ERRATA_BROWSER__: BrowserOptions | undefined

/** Of the browser half that the Vite plugin starts, before anything else of `entry.client` runs. */
export const hooks: BrowserHooks = startBrowser(typeof __ERRATA_BROWSER__ === 'undefined' ? {} : __ERRATA_BROWSER__)
