import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * What all pages share is two files, what lists and what pages with charts share are others; a table is its own, and so is what few pages
 * need of `url/` and `format/`. By default everything that any two pages share becomes a file: a page then has fifty files, each compressed
 * separately, which is 10 KB more, and more again in the manifest. e2e/desk/pages.spec.ts checks the sizes.
 */
const sharedChunks = {
  groups: [
    // Entirely of packages, so that browsers keep it from release to release. The helper is imported by whatever imports dynamically.
    {
      name: 'libraries',
      test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|[\\/]otel[\\/]dist[\\/]lib[\\/]browser[\\/]entry[\\/]|vite[\\/]preload-helper/,
      priority: 2,
    },
    {
      name: 'desk',
      test: /[\\/](app[\\/](url(?![\\/](search-|trace-query|vital-filters|service-filters|session-))|format(?![\\/](browser|bytes))|ui(?![\\/](charts|search|stack|layout[\\/]dialog|elements[\\/](attributes|clock-time|copy-as|signal-freshness|web-vital)|table[\\/](\w+-table|day-row|duration-bar|describe-scale)|filters[\\/](facets|filter-form|quick-filters)|table[\\/]list-total|feedback[\\/]deferred-value)))|otel[\\/]dist)[\\/]/,
      minShareCount: 2,
      priority: 1,
    },
    {
      name: 'lists',
      test: /[\\/]app[\\/]ui[\\/](filters[\\/](facets|filter-form|quick-filters)|table[\\/]list-total|feedback[\\/]deferred-value)\.tsx/,
      minShareCount: 2,
    },
    { name: 'rows', test: /[\\/]app[\\/]ui[\\/](elements[\\/]clock-time|table[\\/]day-row)/, minShareCount: 2 },
    {
      name: 'search',
      test: /[\\/](store[\\/]search|app[\\/](ui[\\/]search|url[\\/](search-|trace-query)))/,
      minShareCount: 2,
    },
    { name: 'charts', test: /[\\/]app[\\/]ui[\\/]charts[\\/](?!heat-map)/, minShareCount: 2 },
  ],
}

export default defineConfig(({ command }) => {
  // In a test runner (NODE_ENV=test) a build would otherwise contain React's development version and show errors to visitors.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    plugins: [reactRouter(), errataOtel()],
    optimizeDeps: {
      // The scanner sees what loaders import, though none of it is sent to a browser.
      exclude: ['@clickhouse/client', 'zod'],
    },
    // Keeps light-dark(): expanded for older browsers, every colour would be twice as long.
    build: {
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: { output: { codeSplitting: sharedChunks } },
    },
    // If bundled, modules that server.ts and instrument.ts import too would exist twice: two context keys, no `instanceof`.
    ssr: { external: ['@errata/otel', '@opentelemetry/api', '@clickhouse/client'] },
  }
})
