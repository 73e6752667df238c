// Runs before the first paint, so that a chosen theme never flashes in the other one, and the frame of the console is drawn
// for a visitor with a session alone. All others are led to the sign-in page.
{
  const { dataset } = document.documentElement
  if (document.cookie.includes('hy_info=')) dataset.session = ''
  try {
    const theme = localStorage.getItem('hy_theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
  } catch {
    // Storage is switched off: the system's theme stands.
  }
}
// The first formatter of a page loads the browser's locale data, which takes a phone a tenth of a second: it does so while
// the page's files arrive.
setTimeout(() => {
  new Intl.NumberFormat().format(0)
  new Intl.DateTimeFormat().format(0)
})
