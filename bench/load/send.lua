-- Plays written requests once, in order, GET where there is no body; the last line of its output is one JSON object.
local lines
local headers = { ["Content-Type"] = "application/json" }

function init(args)
  lines = io.lines(args[1])
end

function request()
  local line = lines()
  if not line then
    wrk.thread:stop()
    return wrk.format("GET", "/healthz")
  end
  local tab = line:find("\t", 1, true)
  if not tab then
    return wrk.format("GET", line)
  end
  return wrk.format("POST", line:sub(1, tab - 1), headers, line:sub(tab + 1))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"seconds":%.6f,"failed":%d,"p50Millis":%.3f,"p99Millis":%.3f}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
