/** All files with conditional tests, and what they need. `npm test` prints those that were skipped, and house.test.ts checks the list. */
export const conditionalTests: Readonly<Record<string, string>> = {
  'engine/full-disk.test.ts': 'a disk of its own takes Linux and a user namespace (unshare)',
  'e2e/stack/full-disk.spec.ts': 'a disk of its own takes Linux and a user namespace (unshare)',
  'e2e/stack/full-queue.spec.ts': 'a disk of its own takes Linux and a user namespace (unshare)',
  'engine/confine.test.ts': 'confinement takes Linux 5.19 and Landlock',
  'engine/start.test.ts': 'folders that cannot be created, below /proc, exist on Linux',
  'supervisor/lock-data-dir.test.ts': 'folders that cannot be created, below /proc, exist on Linux',
  'supervisor/make-folder.test.ts': 'folders that cannot be created, below /proc, exist on Linux',
  'engine/memory.test.ts': 'how much memory a process takes is read from /proc, on Linux',
  'engine/watch-server.test.ts': 'which threads a query has is read from /proc, on Linux',
  'e2e/pages/public-page.spec.ts': 'what stands behind a proxy takes nginx, which npm test installs on Debian as root',
  'e2e/pages/behind-nginx.spec.ts': 'what stands behind a proxy takes nginx, which npm test installs on Debian as root',
  'e2e/stack/two-collectors.spec.ts':
    'what stands behind a proxy takes nginx, which npm test installs on Debian as root',
  'e2e/stack/sender-tokens.spec.ts': 'a second address of loopback that needs no set-up exists on Linux',
  'e2e/access/proxy.spec.ts': 'what stands behind a proxy takes nginx, which npm test installs on Debian as root',
  'test/deploy/kubernetes.test.ts':
    'manifests are built by kubectl or kustomize (or Go, to build it), and checked by a package for Python 3',
  'test/deploy/production-page.test.ts':
    'rules are checked by promtool (Debian: out of its package), manifests as above',
  'test/deploy/systemd.test.ts': 'environments are read from /proc, on Linux, and units by systemd-analyze',
  'test/release/notice.test.ts': 'what a Collector was linked from is known of one that was built here with Go',
  'e2e/stack/clickhouse-server.spec.ts': 'the environment of a process is read from /proc, on Linux',
  'e2e/ingest/ports.spec.ts': 'which ports are open is read from /proc, on Linux',
}
