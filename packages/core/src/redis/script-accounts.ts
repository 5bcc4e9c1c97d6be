/**
 * First half of the script: reads the state, expires leases and finishes, and applies the process's report.
 * See `script.ts`.
 */
export const accountsPart: string = `
local numbers, leases, accounts, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local limitSets, request = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])
local me = request.process

local function text(number) return string.format('%.0f', number) end
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

local state, flat = {}, redis.call('HGETALL', numbers)
for index = 1, #flat, 2 do state[flat[index]] = flat[index + 1] end
local function recall(field) return tonumber(state[field] or 0) end
local behind = recall('at') - now
redis.call('HSET', numbers, 'at', text(now))
if not state.epoch or behind > 1000000 then
  redis.call('DEL', unpack(KEYS))
  state = { epoch = me .. '.' .. text(now) }
  if request.epoch ~= '' then state.settled = text(now + request.settle) end
else
  now = now + math.max(0, behind)
  if behind < -100000 and now - recall('resumed') > 2000000 then
    state.silent, state.resumed = state.at, text(now)
  end
  -- No process reached the store while this one could not: the others have to report what they started, too.
  if request.away > 0 and recall('silent') <= now - request.away then
    state.settled = text(math.max(recall('settled'), recall('resumed') + request.settle))
  end
end
state.at = text(now)
local keep = request.keep
local function finish(reply)
  local fields = {}
  for field, value in pairs(state) do
    fields[#fields + 1] = field
    fields[#fields + 1] = value
  end
  redis.call('HSET', numbers, unpack(fields))
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, text(keep)) end
  reply.epoch = state.epoch
  return cjson.encode(reply)
end
if request.epoch ~= '' and request.epoch ~= state.epoch then
  -- A process without knowledge created this state; others know more.
  state.settled = state.settled or text(now + request.settle)
  return finish({ lost = true })
end
if redis.call('EXISTS', leases, accounts) < 2 then
  redis.call('DEL', leases, accounts)
  for field in pairs(state) do
    if field:sub(1, 5) == 'open:' then state[field] = '0' end
  end
end

local account = redis.call('HGET', accounts, me)
account = account and cjson.decode(account) or { sequence = 0, open = {}, total = {}, turn = {} }
if request.sequence <= account.sequence then return finish({ stale = true }) end
account.sequence = request.sequence

local limits = {}
for _, limitSet in ipairs(limitSets) do
  limitSet.pausedUntil = math.max(recall('pause:' .. limitSet.id), recall('settled'))
  for _, limit in ipairs(limitSet.limits) do
    limits[#limits + 1], limits[limit.id] = limit, limit
    limit.open = recall('open:' .. limit.id)
    if limit.kind == 'bucket' then limit.arrival = recall('arrival:' .. limit.id) end
    if limit.kind == 'window' then
      limit.list, limit.recent = KEYS[limit.key], recall('recent:' .. limit.id)
      while true do
        local oldest = redis.call('LINDEX', limit.list, 0)
        if not oldest then limit.recent = 0 break end
        local instant, units = oldest:match('(%d+):(%d+)')
        if instant + limit.span > now then break end
        redis.call('LPOP', limit.list)
        limit.recent = limit.recent - units
      end
    end
  end
end

-- At most a thousand entries for a window: finishes close together share one entry, dated by the latest.
local function finished(limit, units, instant)
  if units <= 0 then return end
  if limit.kind == 'bucket' then
    limit.arrival = math.ceil(math.max(limit.arrival, instant) + units * limit.interval)
  elseif limit.kind == 'window' and instant + limit.span > now then
    local grain = math.max(1, math.floor(limit.span / 1024))
    local slot = math.ceil(instant / grain) * grain
    local last, before = (redis.call('LINDEX', limit.list, -1) or '0:0'):match('(%d+):(%d+)')
    if tonumber(last) >= slot then
      redis.call('LSET', limit.list, -1, last .. ':' .. text(before + units))
    else
      redis.call('RPUSH', limit.list, text(slot) .. ':' .. text(units))
    end
    limit.recent = limit.recent + units
  end
end
local function forget(process, held)
  for id, units in pairs(held) do
    local limit = limits[id]
    if limit then
      limit.open = limit.open - units
      finished(limit, units, now)
    else
      state['open:' .. id] = text(recall('open:' .. id) - units)
    end
  end
  redis.call('ZREM', leases, process)
  redis.call('HDEL', accounts, process)
  redis.call('HDEL', waiters, process)
end
for _, process in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', text(now))) do
  local expired = redis.call('HGET', accounts, process)
  if process ~= me then forget(process, expired and cjson.decode(expired).open or {}) end
end

-- The report of this process. It lists finishes oldest first; only the newest are new to the store.
for place, report in ipairs(request.limits) do
  local limit, listed = limits[place], 0
  limit.open = limit.open - (account.open[limit.id] or 0) + report.open
  account.open[limit.id] = report.open
  for index = 2, #report.finished, 2 do listed = listed + report.finished[index] end
  local known = account.total[limit.id] and listed - (report.total - account.total[limit.id]) or 0
  for index = 1, #report.finished, 2 do
    local units = report.finished[index + 1]
    finished(limit, math.min(units, units - known), now - report.finished[index])
    known = math.max(0, known - units)
  end
  account.total[limit.id] = report.total
end
for index, pause in ipairs(request.pauses) do
  local limitSet = limitSets[index]
  limitSet.pausedUntil = pause < 0 and recall('settled') or math.max(limitSet.pausedUntil, now + pause)
end
`;
