import { totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keepDataInMemory } from './test/keep-data-in-memory.ts'
import { LongestFirst } from './test/longest-first.ts'

/**
 * Five projects, from quick to slow; `npm test` runs the first four, `npm run test:nightly` the last:
 *   unit      nothing but this process; also the checks of the whole house under test/repo/
 *   unit-otel the same of otel/, which changes the process that it runs in: each file has its own
 *   contract  one room against real parts: the engine, the schema, how the Collector is found, the supervisor
 *   e2e       the whole stack with real Chromium. A file has its own stack or desk, of up to 1.3 GB, and shares its process with others
 *   nightly   robustness, of both kinds: random requests, kills, full disks, sizes, memory, clusters, nginx, large traces
 * After the unit tests, what waits for telemetry to come through (e2e) and what works (contract) run side by side, up to four files at a
 * time: that is all that two cores can do. Deadlines are for a busy machine: they end what hangs, and measure nothing.
 */
const contractTests = [
  'app/alerts/delivery/step-cache.test.ts',
  'app/alerts/event-cache.test.ts',
  'app/alerts/evaluation/evaluation-world.test.ts',
  'app/api/{answer,lists,resources}.test.ts',
  'app/alerts/message/compose.test.ts',
  'app/pages/alerts/alerts.test.ts',
  'app/access/{account-log,expiry,lasting-access,oidc,owner-commands,proxy}.test.ts',
  'app/pages/{account/account,settings/settings,agents/{agents,hostile,seeded-bugs}}.test.ts',
  'app/alerts/{judges,preview}/**/*.test.ts',
  'app/data/query-cache.test.ts',
  'app/pages/equal-numbers.test.ts',
  'app/pages/recorded-senders.test.ts',
  'app/pages/services/many-services.test.ts',
  'app/pages/issues/issues.test.ts',
  'app/pages/logs/log-pattern-rows.test.ts',
  'app/parts/event-context/read-event-context.test.ts',
  'app/parts/drop-alarms/find-alarms.test.ts',
  'app/parts/failure-reasons/count-reasons.test.ts',
  'app/pages/issues/query-count.test.ts',
  'app/pages/releases/query-releases.test.ts',
  'app/pages/services/find-release-change.test.ts',
  'app/pages/services/telemetry.test.ts',
  'app/pages/status/summarize-received.test.ts',
  'app/pages/search/search-charts.test.ts',
  'engine/**/*.test.ts',
  'instrument.test.ts',
  'search/{hostile-searches,write-conditions,write-lacking,write-literals,write-trace-conditions}.test.ts',
  'store/**/*.test.ts',
  'collector/**/*.test.ts',
  'supervisor/**/*.test.ts',
  'seed/deliver.test.ts',
  'test/cluster/**/*.test.ts',
  'test/store/**/*.test.ts',
]
/** They prove what holds under load, loss and damage, or in further ways. What they hold of behaviour is held by a quicker test, too. */
const nightlyTests = [
  'e2e/alerts/two-desks.spec.ts',
  'app/alerts/through-collector.test.ts',
  'app/insights/silences-by-chance.test.ts',
  'e2e/access/{oidc,proxy,two-desks}.spec.ts',
  'e2e/agents/conformance.spec.ts',
  'app/pages/agents/sizes.test.ts',
  'e2e/fire/**/*.spec.ts',
  'e2e/ingest/{also-otlp,kill,sizes,slow-inserts,insert-size,memory,conditions,nested,odd-data,times}.spec.ts',
  'e2e/stack/{clickhouse-server,two-collectors,dev,engine-away,first-span,flood,full-disk,full-queue,pipeline-trouble,restart,sender-tokens}.spec.ts',
  'e2e/pages/{absence,behind-nginx,copied-queries,form-bounds,issues-by-keyboard,jobs,large-trace,public-page,running-search,search-jobs,search-lists,trace-jobs,uploaded-maps}.spec.ts',
  'otel/e2e/{browser-leaving,browser-odd,browser-older,browser-options,digest-stability,hosts,native-requests,readme-app,readme-browser-signals,readme-signals,server-ends,source-map-build,stack-mapping}.spec.ts',
  'engine/{full-disk,memory,watch-server}.test.ts',
  'store/traces/list-traces-in-parts.test.ts',
  'supervisor/backup/{everywhere,under-load}.test.ts',
  'test/cluster/**/*.test.ts',
  'test/{deploy,release}/**/*.test.ts',
  'test/store/older-names.test.ts',
]
/** Nightly runs these again, their properties three times as often (test/property-runs.ts). */
const costlyProperties = [
  'app/alerts/{delivery/deliver,evaluation/evaluate}.test.ts',
  'app/pages/equal-numbers.test.ts',
  'app/pages/logs/log-pattern-rows.test.ts',
  'app/pages/recorded-senders.test.ts',
  'collector/damaged-queue.test.ts',
  'store/delivered-twice.test.ts',
  'store/exceptions/{list-exceptions-pages,one-error}.test.ts',
  'store/issues/{count-issues,list-issue-facets,preview-rule,rank-issues,states}.test.ts',
  'store/logs/list-log-patterns.test.ts',
  'store/noise/{drop-counts,list-drops-by}.test.ts',
  'store/schema/backup/restore-backup.test.ts',
  'store/delivered-in-parts.test.ts',
  'store/schema/grouping/grouping.test.ts',
  'search/{hostile-searches,write-conditions,write-trace-conditions}.test.ts',
  'store/sessions/{find-sessions-pages,list-server-events,list-session-events,list-session-history,list-user-sessions}.test.ts',
  'store/spans/compare-spans.test.ts',
  'store/traces/{get-trace,get-trace-outline,list-trace-ids-by-duration,list-traces-of-transactions}.test.ts',
  'test/store/relayed-issues.test.ts',
]
/** Specs of which `npm test` runs a part, with the first of several widths or ways to do the same, and nightly the rest (test/is-nightly.ts). */
const widerTests = [
  'e2e/pages/{log-context,narrow,overview,search,seeded,shared-ids}.spec.ts',
  'app/pages/agents/hostile.test.ts',
]
const exclude = ['**/node_modules/**', '**/dist/**', 'build/**', '.errata/**']
const pipelineSetup = ['test/stack/build-once.ts', 'test/engine/ready-store.ts', 'test/collector/one-pipeline.ts']
const otelTests = 'otel/**/*.test.{ts,tsx}'

keepDataInMemory()
process.env['ERRATA_ENV_FILE'] = '' // No command that a test runs reads the .env of the clone.

export default defineConfig({
  test: {
    setupFiles: ['test/note-processor-time.ts', 'test/fail-on-console-error.ts', 'test/print-failure.ts'],
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    maxWorkers: Math.max(2, Math.min(4, Math.floor(totalmem() / 3e9))),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...contractTests, ...nightlyTests, otelTests],
          // Reading a file's modules again takes most of a second, and none of them keeps state.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-otel',
          include: [otelTests],
          exclude,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: contractTests,
          exclude: [...exclude, ...nightlyTests],
          globalSetup: 'test/engine/one-engine.ts',
          provide: { isNightly: false },
          isolate: false, // as above
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxConcurrency: 20, // Tests of a file that insert at the same time share an insert.
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          provide: { isNightly: false },
          include: ['e2e/**/*.spec.ts', 'otel/**/*.spec.ts'],
          exclude: [...exclude, ...nightlyTests],
          globalSetup: pipelineSetup,
          isolate: false, // as above
          testTimeout: 240_000,
          hookTimeout: 600_000,
          maxConcurrency: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          include: [...nightlyTests, ...widerTests, ...costlyProperties],
          provide: { isNightly: true },
          exclude,
          globalSetup: ['test/engine/one-engine.ts', ...pipelineSetup],
          isolate: false, // as above
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxConcurrency: 3,
        },
      },
    ],
  },
})
