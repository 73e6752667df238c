/** The console's design tokens, as far as plain pages use them. */
const tokens = `:root {
  color-scheme: light dark;
  --hy-sunken: light-dark(#f8f8fa, #0b0b0f);
  --hy-raised: light-dark(#ffffff, #17171e);
  --hy-well: light-dark(#f8f8fa, #121218);
  --hy-fill: light-dark(#f2f2f5, #1d1d26);
  --hy-line: light-dark(#e7e7ec, #25252f);
  --hy-line-strong: light-dark(#d2d2da, #3a3a48);
  --hy-ink: light-dark(#16161f, #eeeef3);
  --hy-ink-2: light-dark(#4b4b59, #b4b4c2);
  --hy-ink-3: light-dark(#666675, #9191a1);
  --hy-accent: light-dark(#3638a8, #5a5ddb);
  --hy-accent-hover: light-dark(#2d2f92, #6366e2);
  --hy-on-accent: #ffffff;
  --hy-accent-ink: light-dark(#3638a8, #a9abff);
  --hy-focus: light-dark(#4b4ed0, #8d90ff);
  --hy-ok: light-dark(#15703f, #5cc98a);
  --hy-ok-soft: light-dark(#edf8f1, #10231a);
  --hy-ok-line: light-dark(#c3e6d1, #1f4732);
  --hy-warn: light-dark(#865300, #e5b45a);
  --hy-warn-soft: light-dark(#fdf6e6, #271e0c);
  --hy-warn-line: light-dark(#f0dcae, #4f3c14);
  --hy-bad: light-dark(#b42320, #ff8d85);
  --hy-bad-soft: light-dark(#fdf1f0, #2b1414);
  --hy-bad-line: light-dark(#f4cdca, #5a2725);
  --hy-font-sans: -apple-system, "SF Pro Text", "Segoe UI Variable Text", "Segoe UI", "Inter", "Roboto", "Liberation Sans",
    "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
}`

export const style = `${tokens}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  background: var(--hy-sunken);
  color: var(--hy-ink);
  font: 14px/20px var(--hy-font-sans);
  -webkit-font-smoothing: antialiased;
}
:lang(zh) body { line-height: 22px; }
header { display: flex; align-items: center; gap: 8px; padding: 28px 40px; }
.logo { color: var(--hy-accent-ink); }
.house { font-size: 16px; font-weight: 600; }
.mark {
  padding: 1px 8px;
  border: 1px solid var(--hy-warn-line);
  border-radius: 5px;
  background: var(--hy-warn-soft);
  color: var(--hy-warn);
  font-size: 12px;
  font-weight: 500;
}
main {
  width: min(440px, 100% - 32px);
  margin: 24px auto 64px;
  padding: 32px;
  border: 1px solid var(--hy-line);
  border-radius: 10px;
  background: var(--hy-raised);
}
h1 { margin: 0; font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -0.018em; }
:lang(zh) h1 { letter-spacing: 0; }
h2 { margin: 0 0 4px; font-size: 14px; font-weight: 600; }
p { margin: 8px 0 0; color: var(--hy-ink-2); overflow-wrap: anywhere; }
.amount {
  margin: 16px 0 0;
  color: var(--hy-ink);
  font-size: 32px;
  line-height: 40px;
  font-weight: 600;
  letter-spacing: -0.024em;
  font-variant-numeric: tabular-nums;
}
.amount small { color: var(--hy-ink-3); font-size: 14px; font-weight: 400; letter-spacing: 0; }
dl { margin: 20px 0 0; border-top: 1px solid var(--hy-line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--hy-line); }
dt { flex: none; color: var(--hy-ink-3); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.notice { margin: 20px 0 0; padding: 12px 16px; border: 1px solid var(--hy-line); border-radius: 8px; background: var(--hy-well); }
.notice p { margin: 0; }
.notice.ok { border-color: var(--hy-ok-line); background: var(--hy-ok-soft); }
.notice.ok h2 { color: var(--hy-ok); }
.notice.bad { border-color: var(--hy-bad-line); background: var(--hy-bad-soft); }
.notice.bad h2 { color: var(--hy-bad); }
.acts { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 24px 0 0; }
.acts > :first-child, .acts > :only-child { grid-column: 1 / -1; }
form { margin: 0; }
button, .button {
  display: block;
  width: 100%;
  padding: 7px 16px;
  border: 1px solid var(--hy-line-strong);
  border-radius: 8px;
  background: var(--hy-raised);
  color: var(--hy-ink);
  font: inherit;
  font-weight: 500;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--hy-fill); }
.first { border-color: var(--hy-accent); background: var(--hy-accent); color: var(--hy-on-accent); }
.first:hover { border-color: var(--hy-accent-hover); background: var(--hy-accent-hover); }
button:focus-visible, .button:focus-visible, summary:focus-visible { outline: 2px solid var(--hy-focus); outline-offset: 2px; }
section { margin: 28px 0 0; padding: 20px 0 0; border-top: 1px solid var(--hy-line); }
section .acts { margin-top: 12px; }
.halves > :first-child { grid-column: auto; }
details { margin: 24px 0 0; color: var(--hy-ink-2); }
summary { color: var(--hy-ink-3); font-size: 13px; cursor: pointer; }
details ul { margin: 8px 0 0; padding: 0 0 0 20px; font-size: 13px; }
@media (max-width: 480px) {
  header { padding: 20px 16px; }
  main { margin-top: 0; padding: 24px 20px; }
  button, .button { padding: 11px 16px; }
}
`
