/**
 * Script text for the document's head, at most 0.3 KB gzipped: keeps up to 50 errors and rejections, including resources that fail to load,
 * from before the app's own code runs. `startBrowser` takes them over and disables it.
 */
export const headSnippet =
  '(function(w){var q=[],f=function(e){q.length<50&&q.push([e,performance.now()])},t=["error","unhandledrejection"];' +
  't.forEach(function(n){w.addEventListener(n,f,!0)});' +
  'w.__errata={events:q,off:function(){t.forEach(function(n){w.removeEventListener(n,f,!0)})}}})(window)'
