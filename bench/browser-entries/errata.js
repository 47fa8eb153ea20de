import { startBrowser } from '@errata/otel/browser'

globalThis.hooks = startBrowser()
