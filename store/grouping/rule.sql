-- What groups exceptions: columns of a table that has Message, Stacktrace, Causes, Type, ServiceName and Given. make-rule.ts fills it.
-- All of it is one stored column, for an ALIAS is planned again by every view that reads the table (150 ms an insert).
--   functions  of what was thrown, innermost first, with where they live; of what caused it where that has none of the app's own
--   causes     of each cause the first
--   message    without what varies, and in one wording whichever browser said it; '' where functions are enough
--   types      of the causes
ADD COLUMN IF NOT EXISTS Grouping Tuple(functions Array(String), causes Array(String), message String, types Array(String)) MATERIALIZED
arrayMap(text -> arrayMap(keys -> (
    arraySlice(arrayDistinct(arrayMap(key -> key.2, arrayFilter(key -> key.1 = keys[1].1, keys))), 1, 3),
    arraySlice(arrayMap(key -> key.2, arrayFilter((key, before) -> key.1 != before.1 AND key.1 != keys[1].1, keys, arrayPopBack(arrayPushFront(keys, keys[1])))), 1, 3),
    if(empty(keys) OR (NOT keys[1].3 AND NOT arrayExists(key -> key.3 AND key.4 = keys[1].4 AND key.1 = keys[1].1, keys)),
      [[message]], ''),
    [[cause-types]]),
  [arrayMap(frame -> (frame.1, trim(concat(frame.2, ' ', frame.3)), frame.2 != '', frame.3),
    arrayFilter(frame -> frame.2 != '-' AND (frame.2 != '' OR frame.3 != ''),
    arrayMap(frame -> (frame.1,
      -- The function as it was written: '' where it had no name, '-' where nothing of the frame can be compared with another build.
      multiIf(
      frame.2 IN ('v8', 'gecko'), multiIf(
        startsWith(frame.4, 'http') AND match(concat(frame.4, frame.5), '[-.][\\w-]{8,}[.]m?js|:\\d{1,2}:\\d{4,}$'), '-',
        match(frame.3, '<anonymous>$|^(?:global|module|eval) code$') OR match(frame.5, '^:\\d{1,2}:\\d{4,}$'), '',
        match(frame.3, [[transparent]]), '-',
        arrayMap(name -> if(length(name) > 2, name, ''), [replaceRegexpOne(replaceRegexpOne(replaceRegexpOne(frame.3, '/?<.*$|[$]?\\d+$', ''),
          '^(?:Object|Module|Function|exports|module|Proxy|Window|process|HTML\\w*Element|\\w*EventTarget)[.]', ''),
          -- V8 alone names the class; of an absolute path Firefox and Safari tell nothing.
          if(match(frame.4, '^(?:file:|/|[A-Za-z]:[/\\\\])'), '^$', '^[\\w$#.]+[.]'), '')])[1]),
      frame.2 = 'java', replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(frame.3,
        '[$][$]inlined[$][\\w$]*|[$]default$|[$]lambda[$-]\\d+|__\\d+', ''),
        '(?:[$][$]anonfun[$]|lambda[$])(\\w+)[$]\\d+', '\\1'),
        '(?:[$]\\d+)+', ''),
      frame.2 = 'dotnet', if(match(frame.3, '<Main>[$]>b__'), '', replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(frame.3,
        '<>c\\w*[.]|`\\d+|\\[[^\\]]*\\]', ''),
        '<+([\\w.]*)>(?:[$]>)?g__(\\w+)[|][\\d_]+(?:>d(?:__\\d+)?)?(?:[.]MoveNext)?', '\\1.\\2'),
        '<+([\\w.]*)>(?:[$]>)?(?:[bd]__\\w*|d)?(?:>d(?:__\\d+)?)?(?:[.]MoveNext)?', '\\1')),
      frame.2 IN ('go', 'go-trace'), replaceRegexpAll(frame.3, '\\[[^\\]]*\\]|(?:[.]func\\d+|[.]gowrap\\d+|[.]deferwrap\\d+|-fm|-range\\d+)(?:[.]\\d+)*', ''),
      frame.2 = 'rust', replaceRegexpAll(replaceRegexpOne(frame.3, '^<([\\w:]+)(?:<.*>)? as [^>]*(?:<.*>)?>', '\\1'),
        '(?:::)?\\{\\{?closure\\}?(?:#\\d+)?\\}|\\[[0-9a-f]{16}\\]|::<.*>$|::h[0-9a-f]{16}$', ''),
      frame.2 = 'python', if(startsWith(frame.3, '<'), if(frame.3 = '<module>', '', '-'), frame.3),
      frame.2 IN ('ruby', 'ruby-bottom'), replaceRegexpOne(replaceRegexpOne(frame.3, '^(?:<.*|.*[#.])', ''), '_{2,3}-?\\d+_\\d+$', ''),
      frame.2 = 'php', replaceRegexpOne(replaceRegexpOne(frame.3, '^\\{closure:([^\\n}]*?)(?:\\(\\))?:\\d+\\}$', '\\1'), '^\\{main\\}$|@anonymous[^>:]*', ''),
      frame.2 = 'elixir', replaceRegexpAll(frame.3, '^anonymous fn/\\d+ in |[.]-|/\\d+(?:-.*)?$', if(match(frame.3, '[.]-'), '.', '')),
      frame.2 = 'dart', replaceRegexpOne(frame.3, '(?:[.]?<(?:anonymous closure|fn)>)+$', ''),
      replaceRegexpAll(frame.3, '^(?:specialized |(?:implicit )?closure #\\d+ (?:\\([^)]*\\) )?(?:(?:async )?(?:throws )?)?in )+|^\\(\\d+\\) \\w+ resume partial function for ', '')),
      -- Where it lives: the end of its path without what hosts and builds put into it; nothing where the name has package or class.
      multiIf(
      NOT (frame.2 IN ('v8', 'gecko', 'python', 'ruby', 'ruby-bottom', 'php', 'dart', 'go-trace')), if(frame.2 = 'dotnet' AND match(frame.3, '<Main>[$]>b__'), 'Main', ''),
      startsWith(frame.4, 'http') AND NOT match(frame.4, '[.](?:[cm]?[jt]sx?|vue|svelte|dart|bundle)(?:[?]|$)'), '',
      arrayMap(parts -> if(match(parts[-1], '^(?:\\d+(?:[.]\\w+)?|\\[.*)[.][cm]?js$'), '', replaceRegexpOne(arrayStringConcat(arrayPushBack(
          arraySlice(arrayFilter(part -> NOT match(part,
            '^(?:|[.]{1,2}|dist|build|out|output|target|bin|[.]next|_next|static|assets|chunks|public|bundles?|compiled|releases|current|js|esm|cjs|v?\\d+[.][\\w.-]*|\\d{8,}|[0-9a-f]{7,}|\\((?:rsc|ssr|sc_server|sc_client|api|middleware|instrument|app-pages-browser|pages-dir-browser|action-browser)\\))$'),
            arrayPopBack(parts)), -1),
          if(match(extract(parts[-1], '[-.]([0-9a-f]{8,64}|[\\w-]{8})(?:[.](?:min|chunk|bundle))*[.][cm]?js$'), '\\d|[a-z][A-Z]|_'),
            replaceRegexpOne(parts[-1], '[-.](?:[0-9a-f]{8,64}|[\\w-]{8})((?:[.](?:min|chunk|bundle))*[.][cm]?js)$', '\\1'), parts[-1])), '/'), '[.][cm]js$', '.js')),
        [splitByChar('/', replaceRegexpOne(replaceRegexpOne(replaceRegexpOne(replaceAll(frame.4, '\\', '/'), '[?#].*$', ''),
          '^(?:https?://[^/]*/*|file://(?:/[A-Za-z]:)?|[a-z][\\w.+-]+:/*|[A-Za-z]:)', ''),
          '^/(?:(?:home/runner/work|github/workspace|builds)/[^/]+/[^/]+/|(?:var/task|var/www/html|usr/src/app|app|code|workspace|project)/'
          || '|(?:(?:private/)?var/www|home/[^/]+|Users/[^/]+|usr/src|srv|opt|root|workspaces|mnt|data|tmp|inetpub/wwwroot|go/src/[^/]+/[^/]+|go/src)/(?:[^/]+/)?|)', ''))])[1])),
    arraySlice(arrayDistinct(arrayMap(frame -> (frame.1, frame.2, frame.3, frame.4, if(match(frame.5, '^:\\d{1,2}:\\d{4,}$'), ':1:1000', '')), [[own-frames]])), 1, 12))))])[1],
  -- Without a message of many lines, which may look like frames, and without what Rust numbers above its backtrace.
  [left(substring(Stacktrace, greatest(1, position(Stacktrace, 'ack backtrace:'),
    if(position(Message, '\n') > 0 AND position(left(Stacktrace, 512), left(Message, 128)) > 0, position(Stacktrace, left(Message, 128)) + length(Message), 1))), 65536)])[1],

-- As the pages ask for it.
MODIFY COLUMN Functions Array(String) ALIAS tupleElement(Grouping, 'functions'),

-- The number is the rule's: what was grouped by another one has other issues. Python's loggers leave out the module of a type, its spans do not.
MODIFY COLUMN Issue LowCardinality(String) MATERIALIZED if(Given != '', left(Given, 128), leftPad(lower(hex(sipHash64('3', ServiceName,
  if(position(Stacktrace, '\n  File "') > 0, splitByChar('.', Type::String)[-1], Type::String), Grouping))), 16, '0'))
