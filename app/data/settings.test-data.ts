import type { AppSettings } from './settings.ts'

/** The settings of a desk without people, for loaders and operations that tests call. */
export const TEST_SETTINGS: AppSettings = {
  release: '1',
  ownServices: ['errata-desk'],
  canary: undefined,
  dropRules: { rules: [] },
  visitorPages: false,
  agents: { url: 'http://desk', mayWrite: false },
  trackerUrl: '',
  lab: { enabled: false, otherOrigin: '' },
  retentionDays: { traces: 14, logs: 30, metrics: 30, exceptions: 90, digests: 400 },
}
