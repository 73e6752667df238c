// Before the first paint, so that a chosen theme never flashes in the other one.
try {
  const theme = localStorage.getItem('hy_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme stands.
}
