-- From in-app frames: functions with their files of what was thrown; the first of each cause; whether the message is
-- needed to tell bugs apart.
arrayMap(keys -> (
    arraySlice(arrayDistinct(arrayMap(key -> key.2, arrayFilter(key -> key.1 = keys[1].1, keys))), 1, 3),
    arraySlice(arrayMap(key -> key.2,
      arrayFilter((key, before) -> key.1 != before.1 AND key.1 != keys[1].1, keys,
        arrayPopBack(arrayPushFront(keys, keys[1])))), 1, 3),
    empty(keys) OR (NOT keys[1].3 AND NOT arrayExists(key -> key.3 AND key.4 = keys[1].4 AND key.1 = keys[1].1, keys))),
  [
    arrayMap(frame -> (frame.1, trim(concat(frame.2, ' ', frame.3)), frame.2 != '', frame.3),
    arrayFilter(frame -> frame.2 != '-' AND (frame.2 != '' OR frame.3 != ''),
    arrayMap(frame -> (frame.1, frame.2,
      -- The last two parts of the path, without what builds and deployments add to it.
      if(empty(frame.3), '',
        if(match(frame.3[-1], '^(?:\\d+(?:[.]\\w+)?|\\[.*)[.][cm]?js$'), '',
          arrayStringConcat(arrayPushBack(
          arraySlice(arrayFilter(part -> NOT match(part,
            '^(?:|[.]{1,2}|dist|build|out|output|target|bin|[.]next|_next|static|assets|chunks|public|bundles?|compiled|releases|current|js|esm|cjs|v?\\d+[.][\\w.-]*|\\d{8,}|[0-9a-f]{7,}|\\((?:rsc|ssr|sc_server|sc_client|api|middleware|instrument|app-pages-browser|pages-dir-browser|action-browser)\\))$'),
            arrayPopBack(frame.3)), -1),
          if(match(extract(frame.3[-1], '[-.]([0-9a-f]{8,64}|[\\w-]{8})(?:[.](?:min|chunk|bundle))*[.][cm]?js$'),
            '\\d|[a-z][A-Z]|_'),
            replaceRegexpOne(frame.3[-1], '[-.](?:[0-9a-f]{8,64}|[\\w-]{8})((?:[.](?:min|chunk|bundle))*[.][cm]?js)$',
              '\\1'), frame.3[-1])), '/')))),
    arrayMap(frame ->
      (frame.1, if(frame.2 IN ('v8', 'gecko') AND frame.5 != '-' AND length(frame.5) <= 2, '', frame.5), multiIf(
      -- In other languages the name includes package or class.
      NOT (frame.2 IN ('v8', 'gecko', 'python', 'ruby', 'ruby-bottom', 'php', 'dart', 'go-trace')),
      if(frame.2 = 'dotnet' AND match(frame.3, '<Main>[$]>b__'), ['Main'], []),
      startsWith(frame.4, 'http') AND NOT match(frame.4, '[.](?:[cm]?[jt]sx?|vue|svelte|dart|bundle)(?:[?]|$)'), [],
      splitByChar('/',
        replaceRegexpOne(replaceRegexpOne(replaceRegexpOne(replaceAll(frame.4, '\\', '/'), '[?#].*$', ''),
          '^(?:https?://[^/]*/*|file://(?:/[A-Za-z]:)?|[a-z][\\w.+-]+:/*|[A-Za-z]:)', ''),
          '^/(?:(?:home/runner/work|github/workspace|builds)/[^/]+/[^/]+/|(?:var/task|var/www/html|usr/src/app|app|code|workspace|project)/'
          || '|(?:(?:private/)?var/www|home/[^/]+|Users/[^/]+|usr/src|srv|opt|root|workspaces|mnt|data|tmp|inetpub/wwwroot|go/src/[^/]+/[^/]+|go/src)/(?:[^/]+/)?|)', '')))),
    arrayMap(frame -> (frame.1, frame.2, frame.3, frame.4,
      -- The function as written in the source: '' if it has no name, '-' if nothing of the frame stays the same between
      -- builds.
      multiIf(
      frame.2 IN ('v8', 'gecko'), multiIf(
        startsWith(frame.4, 'http') AND match(concat(frame.4, frame.5), '[-.][\\w-]{8,}[.]m?js|:\\d{1,2}:\\d{4,}$'),
        '-',
        match(frame.3, '<anonymous>$|^(?:global|module|eval) code$') OR match(frame.5, '^:\\d{1,2}:\\d{4,}$'), '',
        match(frame.3, [[transparent]]), '-',
        -- Only V8 names the class, so it counts only for paths on a server.
        match(frame.4, '^(?:file:|/|[A-Za-z]:[/\\\\])'),
        replaceRegexpOne(replaceRegexpOne(frame.3, '/?<.*$|[$]?\\d+$', ''),
          '^(?:Object|Module|Function|exports|module|Proxy|Window|process|HTML\\w*Element|\\w*EventTarget)[.]', ''),
        replaceRegexpAll(frame.3, '^[\\w$#.]+[.]|/?<.*$|[$]?\\d+$', '')),
      frame.2 = 'java', replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(frame.3,
        '[$][$]inlined[$][\\w$]*|[$]default$|[$]lambda[$-]\\d+|__\\d+', ''),
        '(?:[$][$]anonfun[$]|lambda[$])(\\w+)[$]\\d+', '\\1'),
        '(?:[$]\\d+)+', ''),
      frame.2 = 'dotnet',
      if(match(frame.3, '<Main>[$]>b__'), '', replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(frame.3,
        '<>c\\w*[.]|`\\d+|\\[[^\\]]*\\]', ''),
        '<+([\\w.]*)>(?:[$]>)?g__(\\w+)[|][\\d_]+(?:>d(?:__\\d+)?)?(?:[.]MoveNext)?', '\\1.\\2'),
        '<+([\\w.]*)>(?:[$]>)?(?:[bd]__\\w*|d)?(?:>d(?:__\\d+)?)?(?:[.]MoveNext)?', '\\1')),
      frame.2 IN ('go', 'go-trace'),
      replaceRegexpAll(frame.3,
        '\\[[^\\]]*\\]|(?:[.]func\\d+|[.]gowrap\\d+|[.]deferwrap\\d+|-fm|-range\\d+)(?:[.]\\d+)*', ''),
      frame.2 = 'rust', replaceRegexpAll(replaceRegexpOne(frame.3, '^<([\\w:]+)(?:<.*>)? as [^>]*(?:<.*>)?>', '\\1'),
        '(?:::)?\\{\\{?closure\\}?(?:#\\d+)?\\}|\\[[0-9a-f]{16}\\]|::<.*>$|::h[0-9a-f]{16}$', ''),
      frame.2 = 'python', if(startsWith(frame.3, '<'), if(frame.3 = '<module>', '', '-'), frame.3),
      frame.2 IN ('ruby', 'ruby-bottom'),
      replaceRegexpOne(replaceRegexpOne(frame.3, '^(?:<.*|.*[#.])', ''), '_{2,3}-?\\d+_\\d+$', ''),
      frame.2 = 'php',
      replaceRegexpOne(replaceRegexpOne(frame.3, '^\\{closure:([^\\n}]*?)(?:\\(\\))?:\\d+\\}$', '\\1'),
        '^\\{main\\}$|@anonymous[^>:]*', ''),
      frame.2 = 'elixir',
      replaceRegexpOne(replaceRegexpAll(frame.3, '^anonymous fn/\\d+ in |/\\d+(?:-.*)?$', ''), '[.]-', '.'),
      frame.2 = 'dart', replaceRegexpOne(frame.3, '(?:[.]?<(?:anonymous closure|fn)>)+$', ''),
      replaceRegexpAll(frame.3,
        '^(?:specialized |(?:implicit )?closure #\\d+ (?:\\([^)]*\\) )?(?:(?:async )?(?:throws )?)?in )+|^\\(\\d+\\) \\w+ resume partial function for ', ''))),
    arraySlice(arrayDistinct(arrayMap(frame -> (frame.1, frame.2, frame.3, frame.4,
      if(match(frame.5, '^:\\d{1,2}:\\d{4,}$'), ':1:1000', '')), [[own-frames]])), 1, 12))))))])[1]
