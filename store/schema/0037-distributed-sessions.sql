-- cluster only
-- As in 0026.
CREATE TABLE IF NOT EXISTS {{database}}.session_steps {{on_cluster}} AS {{database}}.session_steps_local
ENGINE = Distributed({{cluster}}, {{database}}, session_steps_local);

CREATE TABLE IF NOT EXISTS {{database}}.user_sessions {{on_cluster}} AS {{database}}.user_sessions_local
ENGINE = Distributed({{cluster}}, {{database}}, user_sessions_local);

CREATE TABLE IF NOT EXISTS {{database}}.release_sessions {{on_cluster}} AS {{database}}.release_sessions_local
ENGINE = Distributed({{cluster}}, {{database}}, release_sessions_local);

CREATE TABLE IF NOT EXISTS {{database}}.releases {{on_cluster}} AS {{database}}.releases_local
ENGINE = Distributed({{cluster}}, {{database}}, releases_local);
