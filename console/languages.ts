import type { Plugin } from 'vite'

const OTHER_LANGUAGE =
  /\/(?:react-aria|react-stately)\/dist\/private\/.*\/?intl\/\w+\/(?!en-US|zh-CN)[a-z]{2}-[A-Z]{2}\.mjs$/

/** React Aria has its texts in 34 languages. The build ships those of the console's own: a calendar is a third smaller. */
export function languages(): Plugin {
  return {
    name: 'hongyan:languages',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (OTHER_LANGUAGE.test(id) ? 'export default {}' : null),
  }
}
