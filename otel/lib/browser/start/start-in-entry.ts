import { type BrowserHooks, startBrowser } from '../browser.ts'
import type { BrowserOptions } from '../entry/options.ts'

/** Replaced at build by the Vite plugin. */
declare const __ERRATA_BROWSER__: BrowserOptions | undefined

/** The browser half that the Vite plugin starts before anything else of `entry.client`. */
export const hooks: BrowserHooks = startBrowser(typeof __ERRATA_BROWSER__ === 'undefined' ? {} : __ERRATA_BROWSER__)
