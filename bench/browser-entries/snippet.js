import { headSnippet } from '@errata/otel/browser'

globalThis.snippet = headSnippet
